package io.twophase.architecture.rules;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import io.twophase.architecture.rules.Layer.Reserved;
import java.util.Set;

/** Every class is in a layer, and every layer keeps to its allow-list. */
public final class LayerRules {

  /** {@code layer} depends on itself and on what it names, and on nothing else. */
  public static ArchRule keepsToItsAllowList(Root root, Layer layer) {
    return classes()
        .that()
        .resideInAPackage(root.below(layer.packages()))
        .should()
        .onlyDependOnClassesThat(mayBeSeenFrom(root, layer))
        .andShould(leavesWhatIsReserved(root, layer))
        .as(layer + " keeps to its allow-list");
  }

  /** Nothing escapes the allow-lists by lying where there is none. */
  public static ArchRule everyClassLiesInALayer(Root root) {
    return classes()
        .that()
        .resideInAPackage(root.everything())
        .should()
        .resideInAnyPackage(root.below(Layers.ALL.stream().map(Layer::packages).toList()))
        .as("every class lies in a layer");
  }

  private static DescribedPredicate<JavaClass> mayBeSeenFrom(Root root, Layer layer) {
    return resideInAPackage(root.below(layer.packages()))
        .or(resideInAnyPackage(root.below(layer.parts())))
        .or(belongTo(namedOneOf(root.below(layer.classes()))))
        .or(resideInAnyPackage(layer.libraries().toArray(String[]::new)))
        .or(
            DescribedPredicate.or(
                layer.reserved().stream().map(reserved -> isOf(root, reserved.seen())).toList()));
  }

  /** Each class uses no more of what is reserved than what is reserved for it. */
  private static ArchCondition<JavaClass> leavesWhatIsReserved(Root root, Layer layer) {
    return ArchCondition.from(
        describe(
            "leave what is reserved for others",
            type ->
                layer.reserved().stream()
                    .filter(reserved -> isUsedBy(root, reserved, type))
                    .allMatch(
                        reserved ->
                            reserved.by().stream().anyMatch(named -> root.isIn(type, named)))));
  }

  /** Returns whether {@code type} uses what is reserved, for it or for others. */
  public static boolean isUsedBy(Root root, Reserved reserved, JavaClass type) {
    return type.getDirectDependenciesFromSelf().stream()
        .anyMatch(dependency -> isOf(root, reserved.seen()).test(dependency.getTargetClass()));
  }

  /** Accepts the classes of these packages of a library, or this class under the root. */
  private static DescribedPredicate<JavaClass> isOf(Root root, String seen) {
    return resideInAPackage(seen).or(describe(seen, type -> root.isIn(type, seen)));
  }

  /** Those of exactly these names. */
  public static DescribedPredicate<JavaClass> namedOneOf(String... names) {
    Set<String> wanted = Set.of(names);
    return describe("named one of " + wanted, type -> wanted.contains(type.getName()));
  }

  private LayerRules() {}
}
