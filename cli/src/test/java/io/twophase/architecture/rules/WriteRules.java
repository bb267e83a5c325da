package io.twophase.architecture.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which classes make which writes on the ports, directly or by a method reference, on the port or
 * on an adapter's class. A method that a port gets later is for nobody until it is named here. A
 * port in front of another may pass on the very call that it was asked to make.
 */
public final class WriteRules {

  /**
   * Writes of one port, and the classes that may make them.
   *
   * @param port under the root
   * @param methods of the port
   * @param callers under the root, with the classes that are nested in them
   */
  public record Writers(String port, Set<String> methods, List<String> callers) {

    private static Writers of(String port, String... methods) {
      return new Writers("ports." + port, Set.of(methods), List.of());
    }

    private Writers by(String... names) {
      return new Writers(port, methods, List.of(names));
    }

    private boolean allows(Root root, JavaAccess<?> access) {
      return methods.contains(access.getName())
          && callers.stream().anyMatch(caller -> root.isIn(access.getOriginOwner(), caller));
    }
  }

  /** Every write, and the classes that make it. */
  public static final List<Writers> WRITERS =
      List.of(
          Writers.of("Holds", "place")
              .by("app.engine.StepCalls", "adapter.mongo.record.WholeRecords"),
          Writers.of("Holds", "stamp").by("app.engine.StepCalls"),
          Writers.of("Holds", "end")
              .by(
                  "app.engine.StepCalls",
                  "app.engine.DeadHolds",
                  "app.recovery.Scrub$CollectionSweep",
                  "adapter.mongo.record.WholeRecords"),
          Writers.of("Records", "insert").by("app.engine.StepCalls", "app.engine.DeadHolds"),
          Writers.of("Records", "move").by("app.engine.StepCalls", "app.recovery.LeftOutRecovery"),
          Writers.of("Records", "take").by("app.engine.StepCalls"),
          Writers.of("Records", "tryWhole").by("app.engine.Shortcut"),
          Writers.of("Records", "remove").by("app.recovery.RemovalPass"),
          Writers.of("Records", "removeReceipts").by("app.recovery.Retention"),
          Writers.of("Accounts", "open", "change").by("Accounts"),
          Writers.of("Accounts", "changePeriod").by("app.statement.Periods"),
          Writers.of("EventRepository", "turnOn").by("app.event.Events", "app.event.Evidence"),
          Writers.of("EventRepository", "turnOff", "add", "move", "forget").by("app.event.Events"),
          Writers.of("EventRepository", "confirm", "mark", "give").by("app.event.Numbering"),
          Writers.of("EventRepository", "trim").by("app.recovery.Trimming"),
          Writers.of("EvidenceRepository", "turnOn").by("app.event.Evidence"),
          Writers.of("EvidenceRepository", "turnOff").by("app.event.Evidence", "app.event.Events"),
          Writers.of("EvidenceRepository", "add").by("app.event.TreeGrowth"),
          Writers.of("CarriedBalanceRepository", "carry")
              .by("app.recovery.BeforeRemoval$CarryForward"),
          Writers.of("ActionRepository", "begin", "finish").by("OperatorActions"),
          Writers.of("OwnerRepository", "beat", "retire").by("Heartbeat"),
          Writers.of("OwnerRepository", "remove").by("app.engine.Ownership"));

  /** Any class may call these. */
  private static final Set<String> READS =
      Set.of(
          """
          find findLatest findMembers list scan select scanReceipts collections collection
          periods runsWhole keeping isComplete isOn confirmed trimmed numbered numbersOf
          unnumbered unread decisions evidence size leaves after consumers consumer silent
          searchIndexes latest checkPage checkSilent\
          """
              .split("\\s+"));

  /** Tries a server out, on documents of its own. */
  private static final String PROBE = "adapter.mongo.probe";

  /** Suites that test ports make every call on them. */
  private static final String TEST_KIT = "test..";

  /** Each write on a port is made by the classes that the table names, and by no others. */
  public static ArchRule onlyThoseNamedWrite(Root root) {
    return noClasses()
        .that()
        .resideInAPackage(root.everything())
        .and()
        .resideOutsideOfPackages(root.below(PROBE), root.below(TEST_KIT))
        .should()
        .accessTargetWhere(
            DescribedPredicate.describe(
                "it is a write on a port",
                access -> ports().anyMatch(port -> isForOthers(root, port, access))))
        .as("writes are made by those that are named");
  }

  private static Stream<String> ports() {
    return WRITERS.stream().map(Writers::port).distinct();
  }

  private static boolean isForOthers(Root root, String port, JavaAccess<?> access) {
    return isWrite(root, port, access)
        && WRITERS.stream()
            .filter(writers -> writers.port().equals(port))
            .noneMatch(writers -> writers.allows(root, access));
  }

  /** Whether {@code access} is a call of {@code port} that writes and is not passed on. */
  private static boolean isWrite(Root root, String port, JavaAccess<?> access) {
    return !READS.contains(access.getName())
        && access.getTarget() instanceof CodeUnitAccessTarget target
        && Stream.concat(
                Stream.of(target.getOwner()), target.getOwner().getAllRawInterfaces().stream())
            .filter(type -> type.getName().equals(root.below(port)))
            .anyMatch(type -> declares(type, target) && !passesOn(access, type, target));
  }

  /** Whether {@code caller} makes a write of {@code writers}: a name that does not is a hole. */
  public static boolean writes(Root root, Writers writers, JavaClass caller) {
    return caller.getAccessesFromSelf().stream()
        .anyMatch(
            access ->
                writers.methods().contains(access.getName())
                    && isWrite(root, writers.port(), access));
  }

  /** Whether a class that is a port itself makes, on another, the call that it was asked. */
  private static boolean passesOn(
      JavaAccess<?> access, JavaClass port, CodeUnitAccessTarget target) {
    JavaCodeUnit asked = access.getOrigin();
    return asked.getOwner().isAssignableTo(port.getName())
        && asked.getName().equals(target.getName())
        && asked.getRawParameterTypes().equals(target.getRawParameterTypes());
  }

  /** Whether {@code target} is the port's method, not an adapter's own of the same name. */
  private static boolean declares(JavaClass port, CodeUnitAccessTarget target) {
    String[] parameters =
        target.getRawParameterTypes().stream().map(JavaClass::getName).toArray(String[]::new);
    return port.tryGetMethod(target.getName(), parameters).isPresent();
  }

  private WriteRules() {}
}
