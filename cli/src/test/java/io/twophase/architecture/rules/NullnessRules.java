package io.twophase.architecture.rules;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import org.jspecify.annotations.NullMarked;

/** Null is nowhere unless it is said. */
public final class NullnessRules {

  /** Every package that has a class says in its package-info that it is null-marked. */
  public static ArchRule everyPackageIsNullMarked(Root root) {
    return classes()
        .that()
        .resideInAPackage(root.everything())
        .should(
            ArchCondition.from(
                describe("be in a null-marked package", NullnessRules::isInNullMarkedPackage)))
        .as("every package is null-marked");
  }

  private static boolean isInNullMarkedPackage(JavaClass type) {
    return type.getPackage()
        .tryGetPackageInfo()
        .filter(info -> info.isAnnotatedWith(NullMarked.class))
        .isPresent();
  }

  private NullnessRules() {}
}
