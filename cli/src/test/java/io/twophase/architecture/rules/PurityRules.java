package io.twophase.architecture.rules;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/**
 * The core is given time, ids and threads: it takes none of its own. What is below is in packages
 * that the core may use; executors, files and the like it cannot even name, by its allow-lists.
 */
public final class PurityRules {

  /** Of types through which the world is reached, the only members that do not reach it. */
  private static final Map<String, Set<String>> HARMLESS =
      Map.ofEntries(
          Map.entry("java.lang.System", Set.of("arraycopy", "identityHashCode")),
          Map.entry("java.lang.Thread", Set.of("currentThread", "isInterrupted")),
          Map.entry("java.lang.ThreadGroup", Set.of()),
          Map.entry("java.lang.ThreadLocal", Set.of()),
          Map.entry("java.lang.Runtime", Set.of()),
          Map.entry("java.lang.ProcessBuilder", Set.of()),
          Map.entry("java.lang.ProcessHandle", Set.of()),
          Map.entry("java.util.Calendar", Set.of()),
          Map.entry("java.util.Date", Set.of("getTime")),
          Map.entry("java.util.Random", Set.of()),
          Map.entry("java.util.ServiceLoader", Set.of()),
          Map.entry("java.util.SplittableRandom", Set.of()),
          Map.entry("java.util.Timer", Set.of()),
          Map.entry("java.util.TimerTask", Set.of()));

  /** Of types that are else only values, the members that do reach it. */
  private static final Map<String, Set<String>> HARMFUL =
      Map.of(
          "java.lang.Math", Set.of("random"),
          "java.lang.StrictMath", Set.of("random"),
          "java.lang.Object", Set.of("wait", "notify", "notifyAll"),
          "java.time.Instant", Set.of("now"),
          "java.util.Collection", Set.of("parallelStream"),
          "java.util.Collections", Set.of("shuffle"),
          "java.util.Locale", Set.of("getDefault", "setDefault"),
          "java.util.UUID", Set.of("randomUUID"),
          "java.util.stream.BaseStream", Set.of("parallel"));

  /** Nothing in the core reads a clock, draws a random number, uses a thread or prints. */
  public static ArchRule theCoreTakesNoTimeNoChanceAndNoThread(Root root) {
    return noClasses()
        .that()
        .resideInAnyPackage(packages(root, Layers.CORE))
        .should()
        .accessTargetWhere(itReachesTheWorld())
        .as("the core takes no time, no chance and no thread");
  }

  /** The engine asks whether its thread is interrupted; nothing else does. */
  public static ArchRule onlyTheEngineKnowsOfThreads(Root root) {
    List<Layer> others =
        Layers.CORE.stream().filter(layer -> !Layers.INTERRUPTIBLE.contains(layer)).toList();
    return noClasses()
        .that()
        .resideInAnyPackage(packages(root, others))
        .should()
        .dependOnClassesThat()
        .areAssignableTo(Thread.class)
        .as("of the core, only the engine knows of threads");
  }

  /**
   * The core's time is instants and durations: no calendar, no zone, no clock. What makes values of
   * the objects that hosts give takes those of calendars, too.
   */
  public static ArchRule theCoreKnowsInstantsAndDurations(Root root) {
    return noClasses()
        .that()
        .resideInAnyPackage(packages(root, Layers.CORE))
        .and()
        .doNotHaveFullyQualifiedName(root.below("domain.value.JavaValue"))
        .should()
        .dependOnClassesThat(
            resideInAPackage("java.time").and(not(belongToAnyOf(Duration.class, Instant.class))))
        .as("of java.time, the core knows instants and durations");
  }

  /** Adds up the members or the answers of one call, or makes an index of itself once. */
  public static final List<String> ACCUMULATORS =
      List.of(
          "domain.machine.Holding$Replies",
          "domain.record.Claims$Sharing",
          "domain.record.TransactionRecord$MemberIds",
          "domain.record.Verdict$Run");

  /** Values do not change. */
  public static ArchRule fieldsOfTheDomainAreFinal(Root root) {
    return fields()
        .that()
        .areDeclaredInClassesThat()
        .resideInAnyPackage(packages(root, List.of(Layers.DOMAIN)))
        .and()
        .areDeclaredInClassesThat(not(areAccumulators(root)))
        .should()
        .beFinal()
        .as("fields of the domain are final");
  }

  private static DescribedPredicate<JavaClass> areAccumulators(Root root) {
    return DescribedPredicate.describe(
        "add up one call",
        type ->
            Stream.of(root.below(ACCUMULATORS))
                .anyMatch(name -> (type.getName() + "$").startsWith(name + "$")));
  }

  private static String[] packages(Root root, Collection<Layer> layers) {
    return root.below(layers.stream().map(Layer::packages).toList());
  }

  private static DescribedPredicate<JavaAccess<?>> itReachesTheWorld() {
    return DescribedPredicate.describe(
        "it reaches the world",
        access ->
            anyMember(HARMLESS, access, (members, name) -> !members.contains(name))
                || anyMember(HARMFUL, access, Set::contains));
  }

  private static boolean anyMember(
      Map<String, Set<String>> table,
      JavaAccess<?> access,
      BiPredicate<Set<String>, String> matching) {
    return access.getTargetOwner().getAllClassesSelfIsAssignableTo().stream()
        .map(type -> table.get(type.getName()))
        .anyMatch(members -> members != null && matching.test(members, access.getName()));
  }

  private PurityRules() {}
}
