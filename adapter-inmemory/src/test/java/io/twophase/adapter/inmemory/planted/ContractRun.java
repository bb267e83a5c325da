package io.twophase.adapter.inmemory.planted;

import static org.junit.platform.commons.support.HierarchyTraversalMode.TOP_DOWN;
import static org.junit.platform.commons.support.ReflectionSupport.findMethods;
import static org.junit.platform.commons.support.ReflectionSupport.findNestedClasses;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedMethod;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** What came of a contract's tests on what was planted. */
record ContractRun(Events tests) {

  /** Runs all tests of a contract, one after the other. */
  static ContractRun of(Class<?> contract) {
    return of(selectClass(contract));
  }

  /** Runs one test of a nested suite of a contract. */
  static ContractRun of(Class<?> contract, String suite, String test) {
    Class<?> nested =
        findNestedClasses(contract, found -> found.getSimpleName().equals(suite)).get(0);
    Method method = findMethods(nested, found -> found.getName().equals(test), TOP_DOWN).get(0);
    return of(selectNestedMethod(List.of(contract), nested, method));
  }

  private static ContractRun of(DiscoverySelector contract) {
    return new ContractRun(
        EngineTestKit.engine("junit-jupiter")
            .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
            .selectors(contract)
            .execute()
            .testEvents());
  }

  /** The methods of the tests that failed. */
  List<String> failures() {
    return tests.failed().stream()
        .flatMap(event -> event.getTestDescriptor().getSource().stream())
        .flatMap(
            source ->
                source instanceof MethodSource method
                    ? Stream.of(method.getMethodName())
                    : Stream.empty())
        .toList();
  }

  long succeeded() {
    return tests.succeeded().count();
  }
}
