package io.twophase.adapter.inmemory.planted;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

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

  static ContractRun of(DiscoverySelector contract) {
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
