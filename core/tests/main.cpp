#include "check.hpp"

int main() {
    for (const check::Test& test : check::tests()) {
        int before = check::failures();
        test.body();
        if (check::failures() > before) std::cerr << "failed: " << test.name << "\n";
    }
    std::cout << check::tests().size() << " tests, " << check::failures() << " failures\n";
    return check::failures() ? 1 : 0;
}
