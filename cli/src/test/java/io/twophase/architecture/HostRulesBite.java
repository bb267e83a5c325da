package io.twophase.architecture;

import static com.tngtech.archunit.core.domain.JavaModifier.STATIC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.twophase.TwoPhase;
import io.twophase.architecture.rules.Root;
import io.twophase.test.host.HostRules;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

abstract class HostRulesBite {

  private static final Root HOST = Root.planted("host");
  private static final JavaClasses CLASSES = Trees.planted(HOST);
  private static final String WIRING = HOST.below("wiring");
  private static final String EXAMPLES = Root.TWOPHASE.below("example..");

  /** What puts Twophase together, and what only a host with a console uses. */
  private static final List<String> BESIDES =
      List.of(
          Root.TWOPHASE.below("adapter.inmemory.InMemoryStore"),
          Root.TWOPHASE.below("adapter.mongo.MongoStore"),
          Root.TWOPHASE.below("console."),
          Root.TWOPHASE.below("embedded."),
          Root.TWOPHASE.below("test."));

  /** The planted classes that reach past the front door. */
  private static final List<String> PAST_THE_DOOR =
      List.of(
          "RunsTheEngine",
          "KnowsSteps",
          "CallsTheCommandLine",
          "OpensStores",
          "wiring.OpensStores",
          "wiring.RunsTheEngine",
          "wiring.ReadsDocuments");

  private static final DescribedPredicate<JavaClass> PROGRAMS =
      DescribedPredicate.describe(
          "programs that docs/tasks shows",
          type -> type.tryGetMethod("main", String[].class).isPresent());

  @Test
  void whatTheProgramsShowIsAllowed() {
    JavaClasses programs =
        new ClassFileImporter().importPackages(Root.TWOPHASE.below("example")).that(PROGRAMS);
    List<String> violations =
        HostRules.usesTheFrontDoor(EXAMPLES).evaluate(programs).getFailureReport().getDetails();

    assertThat(programs).hasSizeGreaterThan(10);
    assertThat(violations)
        .filteredOn(violation -> BESIDES.stream().noneMatch(violation::contains))
        .isEmpty();
  }

  /**
   * What whoever calls a method takes and is answered; what only stores do is no host's to call.
   */
  @Test
  void whatTheFrontDoorTakesAndAnswersIsOfTheFrontDoor() {
    Set<JavaClass> reached = new LinkedHashSet<>();
    Deque<JavaClass> open = new ArrayDeque<>(List.of(Trees.twophase().get(TwoPhase.class)));
    while (!open.isEmpty()) {
      JavaClass next = open.pop();
      boolean isForHosts =
          next.getName().startsWith(Root.TWOPHASE.below(""))
              && !next.getPackageName().equals(Root.TWOPHASE.below("ports"));
      if (isForHosts && reached.add(next)) {
        next.getMethods().stream()
            .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC))
            .filter(
                method ->
                    next.isEquivalentTo(TwoPhase.class) || !method.getModifiers().contains(STATIC))
            .forEach(
                method -> {
                  open.addAll(method.getReturnType().getAllInvolvedRawTypes());
                  method
                      .getParameterTypes()
                      .forEach(it -> open.addAll(it.getAllInvolvedRawTypes()));
                });
      }
    }

    assertThat(reached).hasSizeGreaterThan(100);
    assertThat(reached)
        .filteredOn(HostRules.frontDoor().negate())
        .extracting(JavaClass::getSimpleName)
        .as("only wiring sets these")
        .containsExactlyInAnyOrder("EngineSettings", "QueueSettings");
  }

  @Test
  void whatReachesPastItIsNamedWhereTheHostHasNoWiring() {
    Violations.assertExactly(
        HostRules.usesTheFrontDoor(HOST.everything()), CLASSES, HOST, PAST_THE_DOOR);
    Violations.assertExactly(
        HostRules.usesTheFrontDoor(List.of(HOST.everything()), List.of()),
        CLASSES,
        HOST,
        PAST_THE_DOOR);
  }

  @Test
  void wiringMayOpenStoresAndSetTheEngineButNotMore() {
    Violations.assertExactly(
        HostRules.usesTheFrontDoor(List.of(HOST.everything()), List.of(WIRING)),
        CLASSES,
        HOST,
        PAST_THE_DOOR.stream().filter(it -> !it.equals("wiring.OpensStores")).toList());
  }

  @Test
  void aHostThatIsNotThereFails() {
    assertFindsNothing(HostRules.usesTheFrontDoor("com.acme.shop.."));
    assertFindsNothing(
        HostRules.usesTheFrontDoor(List.of(HOST.everything()), List.of("com.acme.shop.wiring")));
  }

  @Test
  void noPackagesAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HostRules.usesTheFrontDoor(List.of(), List.of()))
        .withMessageContaining("no package of the host is named");
    assertThatIllegalArgumentException().isThrownBy(HostRules::usesTheFrontDoor);
  }

  private static void assertFindsNothing(ArchRule rule) {
    assertThatThrownBy(() -> rule.check(CLASSES))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("failed to check any")
        .message()
        .hasLineCount(1);
  }
}
