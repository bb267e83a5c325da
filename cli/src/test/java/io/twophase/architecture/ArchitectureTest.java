package io.twophase.architecture;

import static io.twophase.architecture.rules.Root.TWOPHASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaParameterizedType;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.lang.ArchRule;
import io.twophase.architecture.rules.Layers;
import io.twophase.architecture.rules.PurityRules;
import io.twophase.architecture.rules.Root;
import io.twophase.architecture.rules.Rules;
import io.twophase.domain.Cases;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All of them in one JVM, which reads the classes once. */
class ArchitectureTest {

  @Nested
  class Allowances extends AllowancesAreUsed {}

  @Nested
  class ForHosts extends HostRulesBite {}

  @Nested
  class ForKotlin extends KotlinNames {}

  static List<ArchRule> rules() {
    return Rules.of(TWOPHASE);
  }

  static List<Planted> planted() {
    return Planted.all();
  }

  static List<ArchRule> rulesWhereThereIsNothing() {
    return Rules.of(Root.planted("nothing"));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void twophaseKeeps(ArchRule rule) {
    rule.check(Trees.twophase());
  }

  @ParameterizedTest
  @MethodSource("planted")
  void whatIsPlantedBreaks(Planted planted) {
    Violations.assertExactly(
        planted.rule(), Trees.planted(planted.root()), planted.root(), planted.violators());
  }

  @Test
  void everyKindOfRuleIsSeenToBite() {
    assertThat(planted().stream().map(planted -> kind(planted.rule())).distinct())
        .containsExactlyInAnyOrderElementsOf(
            rules().stream().map(ArchitectureTest::kind).distinct().toList());
  }

  /** The rules of all layers are of one kind. */
  private static String kind(ArchRule rule) {
    return rule.getDescription().replaceFirst("^.* (?=keeps to its allow-list$)", "");
  }

  @ParameterizedTest
  @MethodSource("rulesWhereThereIsNothing")
  void aRuleAboutNothingFails(ArchRule rule) {
    assertThatThrownBy(() -> rule.check(Trees.twophase()))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("failed to check any");
  }

  @Test
  void testsAreNotTwophase() {
    assertThat(Trees.twophase().stream().map(JavaClass::getName))
        .contains("io.twophase.TwoPhase", "io.twophase.domain.Money")
        .noneMatch(name -> name.startsWith("io.twophase.planted"))
        .noneMatch(name -> name.startsWith("io.twophase.architecture"))
        .noneMatch(name -> name.startsWith("io.twophase.domain.explorer"));
  }

  /** The other packages and classes that layers name are there, since they are used. */
  @Test
  void everyPackageOfValuesIsThere() {
    assertThat(Layers.VALUES)
        .allSatisfy(
            named ->
                assertThat(Trees.twophase().stream())
                    .anyMatch(JavaClass.Predicates.resideInAPackage(TWOPHASE.below(named))));
  }

  @Test
  void everyAccumulatorIsThere() {
    assertThat(PurityRules.ACCUMULATORS)
        .allSatisfy(named -> assertThat(Trees.twophase().contain(TWOPHASE.below(named))).isTrue());
  }

  /** A fold has a function for each case of its family, and for no other class. */
  @Test
  void eachFamilyNamesItsCases() {
    assertThat(Trees.twophase().stream().filter(type -> named(type).findAny().isPresent()))
        .hasSizeGreaterThan(20)
        .allSatisfy(
            family ->
                assertThat(named(family).map(JavaType::toErasure).map(JavaClass::reflect))
                    .containsExactlyInAnyOrder(family.reflect().getPermittedSubclasses()));
  }

  private static Stream<JavaType> named(JavaClass type) {
    return type.getInterfaces().stream()
        .filter(of -> of.getName().startsWith(Cases.class.getName() + "$"))
        .flatMap(of -> ((JavaParameterizedType) of).getActualTypeArguments().stream());
  }
}
