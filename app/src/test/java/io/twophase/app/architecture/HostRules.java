package io.twophase.app.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import java.util.List;
import java.util.stream.Stream;

/**
 * Rules for the tests of a host, which is a program that has Twophase inside. They are in the test
 * jar of twophase-app, and need ArchUnit.
 *
 * <pre>{@code
 * class ArchitectureTest {
 *
 *   private static final JavaClasses SHOP =
 *       new ClassFileImporter()
 *           .withImportOption(new ImportOption.DoNotIncludeTests())
 *           .importPackages("com.acme.shop");
 *
 *   @Test
 *   void usesTwophaseByItsFrontDoor() {
 *     HostRules.usesTheFrontDoor(
 *             List.of("com.acme.shop.."), List.of("com.acme.shop.configuration"))
 *         .check(SHOP);
 *   }
 * }
 * }</pre>
 *
 * <p>Packages are written as ArchUnit has them: {@code ..} stands for those below, too. A rule
 * fails if a list of packages has no class at all.
 */
public final class HostRules {

  private static final String WHY =
      "the rest of Twophase moves money only as its own protocol tells it to";

  private static final List<String> FRONT_DOOR =
      Stream.concat(
              Stream.of("ports", "app.usecase", "app.audit", "app.wiring"), Layers.VALUES.stream())
          .toList();

  private static final List<String> STORES = List.of("adapter.inmemory", "adapter.mongo");

  private static final List<String> SETTINGS =
      List.of("app.engine.EngineSettings", "app.commit.CommitSettings");

  /**
   * Of Twophase, the host depends only on the use cases, the audit, the wiring, the ports and the
   * values of the domain: not on the engine, the step machine, the adapters or the command line.
   *
   * @param hostPackages the host's own
   */
  public static ArchRule usesTheFrontDoor(String... hostPackages) {
    return dependsOnlyOn(resideInAnyPackage(hostPackages), frontDoor())
        .as("the host uses Twophase by its front door")
        .because(WHY);
  }

  /**
   * As {@link #usesTheFrontDoor(String...)}, but some packages put Twophase together: they may also
   * depend on the stores of the adapters, and on the settings of the engine and of batches.
   *
   * @param hostPackages the host's own
   * @param wiringPackages those of them that put Twophase together
   */
  public static ArchRule usesTheFrontDoor(List<String> hostPackages, List<String> wiringPackages) {
    DescribedPredicate<JavaClass> host = resideInAnyPackage(hostPackages.toArray(String[]::new));
    DescribedPredicate<JavaClass> wiring =
        resideInAnyPackage(wiringPackages.toArray(String[]::new));
    return CompositeArchRule.of(
            dependsOnlyOn(host.and(DescribedPredicate.not(wiring)), frontDoor()))
        .and(dependsOnlyOn(wiring, frontDoor().or(stores())))
        .as("the host uses Twophase by its front door, and wires it in " + wiringPackages)
        .because(WHY);
  }

  private static ArchRule dependsOnlyOn(
      DescribedPredicate<JavaClass> those, DescribedPredicate<JavaClass> allowed) {
    return classes()
        .that(those)
        .should()
        .onlyDependOnClassesThat(allowed.or(DescribedPredicate.not(twophase())));
  }

  private static DescribedPredicate<JavaClass> twophase() {
    return in(Layers.ALL.stream().map(Layer::packages).toList());
  }

  private static DescribedPredicate<JavaClass> frontDoor() {
    return in(FRONT_DOOR);
  }

  private static DescribedPredicate<JavaClass> stores() {
    return in(STORES).or(belongTo(LayerRules.namedOneOf(Root.TWOPHASE.below(SETTINGS))));
  }

  private static DescribedPredicate<JavaClass> in(List<String> packages) {
    return resideInAnyPackage(Root.TWOPHASE.below(packages));
  }

  private HostRules() {}
}
