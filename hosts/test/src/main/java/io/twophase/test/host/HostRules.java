package io.twophase.test.host;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static java.util.stream.Collectors.toSet;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import java.util.List;
import java.util.Set;

/**
 * Rules for the tests of a host, which is a program that has Twophase inside. They need ArchUnit.
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
 * <p>A host whose classes all know only the front door names its packages alone: {@code
 * usesTheFrontDoor("com.acme.shop..")}.
 *
 * <p>Packages are written as ArchUnit has them: {@code ..} stands for those below, too. A rule
 * fails if there is no class in the packages that it is given.
 */
public final class HostRules {

  private static final String WHY =
      "the rest of Twophase moves money only as its own protocol tells it to";

  /** Every module of Twophase. */
  private static final String TWOPHASE = "io.twophase.";

  /** The package of the front door itself. */
  private static final String ITSELF = "io.twophase";

  private static final List<String> MODULES =
      words(
          """
          domain.. ports.. adapter.. app.. embedded.. bench.. cli.. console.. guice.. junit..
          micrometer.. spring.. test..
          """);

  private static final List<String> FRONT_DOOR =
      words(
          """
          app.transfer app.authorization app.recovery app.audit app.function app.statement app.event
          ports domain domain.account domain.authorization domain.document domain.event
          domain.operation domain.statement domain.transaction domain.value
          """);

  /** The answers to hosts that are in packages with the steps of the protocol. */
  private static final List<String> ANSWERS =
      words(
          """
          app.engine.ProtocolStep
          domain.hold.Account domain.hold.AccountLookup domain.hold.Document domain.hold.Hold
          domain.hold.RecordId domain.hold.Stored domain.event.NumberingResult
          domain.reading.DecidedDocument domain.reading.ReadAnswer domain.record.BeginOutcome
          domain.record.HoldProof domain.record.MatchOutcome domain.record.OpenOutcome
          domain.record.OwnerLookup domain.record.StatusOutcome domain.record.TransactionLookup
          """);

  /** Makes fields of a host's own types, or runs functions, wherever the host does that. */
  private static final List<String> HELPERS =
      words("adapter.mongo.DocumentMapper spring.TwoPhaseTemplate");

  private static final List<String> STORES =
      words("adapter.inmemory adapter.mongo console.. guice micrometer.. spring..");

  private static final List<String> SETTINGS =
      words("app.engine.EngineSettings app.transfer.queue.QueueSettings");

  /**
   * Demands that the host depends on nothing of Twophase but the use cases, the audit, the wiring,
   * the ports, the values of the domain, the mapper of documents and the template of Spring: not on
   * the engine, the step machine, the adapters or the command line.
   *
   * @param hostPackages the host's own
   * @throws IllegalArgumentException if none is named
   */
  public static ArchRule usesTheFrontDoor(String... hostPackages) {
    return dependsOnlyOn(inPackages(List.of(hostPackages)), frontDoor())
        .as("the host uses Twophase by its front door")
        .because(WHY);
  }

  /**
   * As {@link #usesTheFrontDoor(String...)}, but some packages put Twophase together: they may also
   * depend on the stores of the adapters, on the console, and on the settings of the engine and of
   * batches.
   *
   * @param hostPackages the host's own
   * @param wiringPackages those of them that put Twophase together; none if no class of the host
   *     does
   * @throws IllegalArgumentException if no package of the host is named
   */
  public static ArchRule usesTheFrontDoor(List<String> hostPackages, List<String> wiringPackages) {
    if (wiringPackages.isEmpty()) {
      return usesTheFrontDoor(hostPackages.toArray(String[]::new));
    }
    DescribedPredicate<JavaClass> host = inPackages(hostPackages);
    DescribedPredicate<JavaClass> wiring = inPackages(wiringPackages);
    return CompositeArchRule.of(
            dependsOnlyOn(host.and(DescribedPredicate.not(wiring)), frontDoor()))
        .and(dependsOnlyOn(wiring, frontDoor().or(stores())))
        .as("the host uses Twophase by its front door, and wires it in " + wiringPackages)
        .because(WHY);
  }

  private static DescribedPredicate<JavaClass> inPackages(List<String> names) {
    if (names.isEmpty()) {
      throw new IllegalArgumentException(
          "no package of the host is named: name them, such as \"com.acme.shop..\"");
    }
    return resideInAnyPackage(names.toArray(String[]::new)).as("are in " + names);
  }

  private static ArchRule dependsOnlyOn(
      DescribedPredicate<JavaClass> those, DescribedPredicate<JavaClass> allowed) {
    return classes()
        .that(those)
        .should()
        .onlyDependOnClassesThat(
            allowed
                .or(DescribedPredicate.not(twophase()))
                .as("are not Twophase's, or are those that the host may know"));
  }

  private static DescribedPredicate<JavaClass> twophase() {
    return resideInAPackage(ITSELF).or(in(MODULES));
  }

  /** The types of Twophase that any class of a host may use: for rules of the host's own. */
  public static DescribedPredicate<JavaClass> frontDoor() {
    return resideInAPackage(ITSELF).or(in(FRONT_DOOR)).or(oneOf(ANSWERS)).or(oneOf(HELPERS));
  }

  private static DescribedPredicate<JavaClass> stores() {
    return in(STORES).or(oneOf(SETTINGS));
  }

  /** These types, and what is declared in them. */
  private static DescribedPredicate<JavaClass> oneOf(List<String> names) {
    Set<String> wanted = names.stream().map(TWOPHASE::concat).collect(toSet());
    return belongTo(describe("named types", type -> wanted.contains(type.getName())));
  }

  private static DescribedPredicate<JavaClass> in(List<String> packages) {
    return resideInAnyPackage(packages.stream().map(TWOPHASE::concat).toArray(String[]::new));
  }

  private static List<String> words(String text) {
    return List.of(text.strip().split("\\s+"));
  }

  private HostRules() {}
}
