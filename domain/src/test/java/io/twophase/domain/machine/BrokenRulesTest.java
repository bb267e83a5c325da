package io.twophase.domain.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.explorer.breadth.Found;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("The explorer of the machine finds what goes wrong without")
class BrokenRulesTest {

  @ParameterizedTest(name = "{0}")
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void andSaysHow(Flaw rule) {
    String all = "";
    for (String name : rule.scenes()) {
      long start = System.nanoTime();
      Found found = Explorer.explore(Scenes.named(name).without(rule));
      System.out.printf(
          "%-34s %-14s %4d steps %8d states %6d ms %s%n",
          rule,
          name,
          found.trace().size(),
          found.states(),
          (System.nanoTime() - start) / 1_000_000,
          found.fault().getOrElse("-"));
      if (found.fault().exists(fault -> !fault.startsWith("more worlds"))) {
        return;
      }
      all += name + ": " + found.report() + "\n";
    }
    assertThat(all).as(rule + " is not found").isEmpty();
  }
}
