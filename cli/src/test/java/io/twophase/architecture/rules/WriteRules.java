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
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Who calls what on the repositories, directly or by a method reference, on the port or on an
 * adapter's class. A method that a port gets later is the engine's until it is named here. A
 * repository in front of another may pass on the very call that it was asked to make.
 */
public final class WriteRules {

  /**
   * What sends the protocol's writes: the step machine's calls, and the sweep's; and what makes
   * calls on accounts and on documents of one on both.
   */
  public static final List<String> SEQUENCERS =
      List.of(
          "ports.AccountsThenDocuments",
          "adapter.mongo.routing.HomeParticipants",
          "adapter.mongo.routing.ParticipantRouter",
          "app.engine.PortCalls",
          "app.engine.LegCalls",
          "app.batch.AccountCalls",
          "app.batch.BatchCalls",
          "app.batch.Clearing",
          "app.batch.MemberRuns",
          "app.event.Events",
          "app.event.Numbering",
          "app.event.Trimming",
          "app.evidence.Evidence",
          "app.evidence.TreeGrowth",
          "app.retention.LoneRemoval",
          "app.retention.BatchRemoval",
          "app.retention.Retention",
          "app.period.Periods",
          "app.statement.CarryForward",
          "app.orphan.Standings",
          "app.orphan.Blockers",
          "app.orphan.DeadRanges",
          "app.sweep.AccountSweep",
          "app.sweep.Withdrawal");

  /** What shows that this process is alive, and what tidies up after those that are not. */
  public static final List<String> OWNERS = List.of("app.runtime.Heartbeat", "app.owner.Ownership");

  /** What tries a server out, on documents of its own. */
  private static final String PROBE = "adapter.mongo.probe";

  /** Suites that test repositories make every call on them. */
  private static final String TEST_KIT = "test..";

  /** What opens accounts and changes their status. */
  public static final List<String> ACCOUNTS = List.of("app.Accounts");

  private static final List<String> REPOSITORIES =
      List.of(
          "ports.AccountRepository",
          "ports.BatchRepository",
          "ports.CarriedBalanceRepository",
          "ports.DocumentRepository",
          "ports.EventRepository",
          "ports.EvidenceRepository",
          "ports.ParticipantRepository",
          "ports.PeriodRepository",
          "ports.RangeRepository",
          "ports.TransactionRepository");

  private static final List<String> REPOSITORY_OF_OWNERS = List.of("ports.OwnerRepository");

  /** What anybody may call. */
  private static final Set<String> READS =
      Set.of(
          "find",
          "findLatest",
          "scan",
          "scanHeld",
          "scanMarked",
          "scanReceipts",
          "collections",
          "latest",
          "unfinished",
          "overdue",
          "ended",
          "leavingOut",
          "hasRecords",
          "keptFor",
          "receiptsKept",
          "hasReceiptsOfAllRemoved",
          "naming",
          "names",
          "mayHaveExpired",
          "isComplete",
          "isOn",
          "confirmed",
          "trimmed",
          "numbered",
          "numbersOf",
          "unnumbered",
          "evidence",
          "size",
          "leaves",
          "after",
          "unread",
          "consumers",
          "consumer",
          "silent",
          "checkSilent");

  /** What use cases may call, too: one write each, on one account, that no protocol is about. */
  private static final Set<String> UPKEEP = Set.of("open", "change");

  /** Nothing but the engine, and the sweep for holds without a record, sequences writes. */
  public static ArchRule onlyTheEngineSequencesWrites(Root root) {
    return noClasses()
        .that()
        .resideInAPackage(root.everything())
        .and()
        .resideOutsideOfPackages(root.below(PROBE), root.below(TEST_KIT))
        .and(DescribedPredicate.not(isNamed(root.below(SEQUENCERS))))
        .should()
        .accessTargetWhere(
            isOfARepository(
                root,
                REPOSITORIES,
                "a write",
                name -> !READS.contains(name) && !UPKEEP.contains(name)))
        .as("only the engine and the sweep sequence writes");
  }

  /** Nothing else says that a process is alive, or that it is not. */
  public static ArchRule onlyTheHeartbeatShowsOwners(Root root) {
    return noClasses()
        .that()
        .resideInAPackage(root.everything())
        .and()
        .resideOutsideOfPackages(root.below(PROBE), root.below(TEST_KIT))
        .and(DescribedPredicate.not(isNamed(root.below(OWNERS))))
        .should()
        .accessTargetWhere(
            isOfARepository(root, REPOSITORY_OF_OWNERS, "a write", name -> !READS.contains(name)))
        .as("only the heartbeat shows owners");
  }

  /** Nothing but the accounts of the front door opens an account or changes its status. */
  public static ArchRule onlyUseCasesKeepAccounts(Root root) {
    return noClasses()
        .that()
        .resideInAPackage(root.everything())
        .and()
        .resideOutsideOfPackages(root.below(PROBE), root.below(TEST_KIT))
        .and(DescribedPredicate.not(isNamed(root.below(ACCOUNTS))))
        .should()
        .accessTargetWhere(isOfARepository(root, REPOSITORIES, "upkeep", UPKEEP::contains))
        .as("only the front door opens accounts and changes their status");
  }

  /** With the classes that are nested in them. */
  private static DescribedPredicate<JavaClass> isNamed(String... names) {
    return DescribedPredicate.describe(
        "is one of " + List.of(names),
        type -> List.of(names).contains(type.getName().replaceFirst("\\$.*", "")));
  }

  private static DescribedPredicate<JavaAccess<?>> isOfARepository(
      Root root, List<String> repositories, String kind, Predicate<String> method) {
    Set<String> ports = Set.of(root.below(repositories));
    return DescribedPredicate.describe(
        "it is " + kind + " of a repository",
        access ->
            method.test(access.getName())
                && access.getTarget() instanceof CodeUnitAccessTarget target
                && portsOf(target.getOwner(), ports)
                    .anyMatch(port -> declares(port, target) && !passesOn(access, port, target)));
  }

  /** Whether a class that is a repository itself makes, on another, the call that it was asked. */
  private static boolean passesOn(
      JavaAccess<?> access, JavaClass port, CodeUnitAccessTarget target) {
    JavaCodeUnit asked = access.getOrigin();
    return asked.getOwner().isAssignableTo(port.getName())
        && asked.getName().equals(target.getName())
        && asked.getRawParameterTypes().equals(target.getRawParameterTypes());
  }

  private static Stream<JavaClass> portsOf(JavaClass owner, Set<String> ports) {
    return Stream.concat(Stream.of(owner), owner.getAllRawInterfaces().stream())
        .filter(type -> ports.contains(type.getName()));
  }

  /** Whether {@code target} is the port's method, not an adapter's own of the same name. */
  private static boolean declares(JavaClass port, CodeUnitAccessTarget target) {
    String[] parameters =
        target.getRawParameterTypes().stream().map(JavaClass::getName).toArray(String[]::new);
    return port.tryGetMethod(target.getName(), parameters).isPresent();
  }

  private WriteRules() {}
}
