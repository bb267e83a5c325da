package io.twophase.architecture.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.all;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.lang.AbstractClassesTransformer;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.NullMarked;

/** Null is nowhere unless it is said. */
public final class NullnessRules {

  /** Every package that has a class says in its package-info that it is null-marked. */
  public static ArchRule everyPackageIsNullMarked(Root root) {
    return all(packagesBelow(root)).should(beNullMarked()).as("every package is null-marked");
  }

  private static AbstractClassesTransformer<JavaPackage> packagesBelow(Root root) {
    return new AbstractClassesTransformer<>("packages") {
      @Override
      public Set<JavaPackage> doTransform(JavaClasses classes) {
        Set<JavaPackage> packages = new LinkedHashSet<>();
        classes.that(JavaClass.Predicates.resideInAPackage(root.everything())).stream()
            .map(JavaClass::getPackage)
            .forEach(packages::add);
        return packages;
      }
    };
  }

  private static ArchCondition<JavaPackage> beNullMarked() {
    return new ArchCondition<>("be null-marked") {
      @Override
      public void check(JavaPackage item, ConditionEvents events) {
        boolean marked =
            item.tryGetPackageInfo()
                .map(info -> info.isAnnotatedWith(NullMarked.class))
                .orElse(false);
        String message =
            "package " + item.getName() + (marked ? " is" : " is not") + " null-marked";
        events.add(new SimpleConditionEvent(item, marked, message));
      }
    };
  }

  private NullnessRules() {}
}
