package io.twophase.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import io.twophase.architecture.rules.Root;
import java.util.List;

/** What a rule has against a planted tree. */
final class Violations {

  /** {@code rule} names every one of {@code violators}, and is broken by nothing else. */
  static void assertExactly(ArchRule rule, JavaClasses classes, Root root, List<String> violators) {
    List<String> found = rule.evaluate(classes).getFailureReport().getDetails();
    for (String violator : violators) {
      assertThat(found)
          .anySatisfy(violation -> assertThat(violation).contains(root.below(violator)));
    }
    assertThat(found)
        .allSatisfy(violation -> assertThat(violation).containsAnyOf(root.below(violators)));
  }

  private Violations() {}
}
