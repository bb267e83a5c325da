package io.twophase.adapter.inmemory.planted;

import static org.junit.platform.commons.support.HierarchyTraversalMode.TOP_DOWN;
import static org.junit.platform.commons.support.ReflectionSupport.findMethods;
import static org.junit.platform.commons.support.ReflectionSupport.findNestedClasses;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedMethod;

import java.lang.reflect.Method;
import java.util.List;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** The runs of one test of a contract on what is planted. */
record ContractRun(Events tests) {

  /**
   * Runs a test of a contract.
   *
   * @param test its name; behind that of its suite and a point if it is in a nested suite
   */
  static ContractRun of(Class<?> contract, String test) {
    int point = test.indexOf('.');
    Class<?> suite =
        point < 0
            ? contract
            : findNestedClasses(
                    contract, found -> found.getSimpleName().equals(test.substring(0, point)))
                .get(0);
    Method method =
        findMethods(suite, found -> found.getName().equals(test.substring(point + 1)), TOP_DOWN)
            .get(0);
    return new ContractRun(
        EngineTestKit.engine("junit-jupiter")
            .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
            .selectors(
                point < 0
                    ? selectMethod(contract, method)
                    : selectNestedMethod(List.of(contract), suite, method))
            .execute()
            .testEvents());
  }

  boolean fails() {
    return tests.failed().count() > 0;
  }

  boolean passes() {
    return !fails() && tests.succeeded().count() > 0;
  }
}
