package io.twophase.architecture;

import static io.twophase.architecture.rules.Layers.DOMAIN;

import com.tngtech.archunit.lang.ArchRule;
import io.twophase.architecture.rules.CycleRules;
import io.twophase.architecture.rules.LayerRules;
import io.twophase.architecture.rules.Layers;
import io.twophase.architecture.rules.NullnessRules;
import io.twophase.architecture.rules.PurityRules;
import io.twophase.architecture.rules.Root;
import io.twophase.architecture.rules.WriteRules;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A rule, a tree that breaks it, and by which of its classes or methods.
 *
 * @param rule about the planted tree
 * @param root of the planted tree
 * @param violators all that break the rule, under the root; nothing else there does
 */
record Planted(ArchRule rule, Root root, List<String> violators) {

  private static final Root LAYERS = Root.planted("layers");
  private static final Root PURITY = Root.planted("purity");
  private static final Root CYCLES = Root.planted("cycles");
  private static final Root WRITES = Root.planted("writes");
  private static final Root NULLNESS = Root.planted("nullness");

  /** Every kind of rule, each with the classes that break it. */
  static List<Planted> all() {
    return Stream.of(layers(), purity(), cycles(), writes(), nullness())
        .flatMap(List::stream)
        .toList();
  }

  /** Two layers: one kind of allow-list judges them all, and every allowance is seen to be used. */
  private static List<Planted> layers() {
    return List.of(
        of(root -> LayerRules.keepsToItsAllowList(root, DOMAIN), LAYERS, "domain.id.SeesPorts"),
        of(
            root -> LayerRules.keepsToItsAllowList(root, Layers.QUEUE),
            LAYERS,
            "app.transfer.queue.SeesReflection"),
        of(LayerRules::everyClassLiesInALayer, LAYERS, "stray.Stray"));
  }

  private static List<Planted> purity() {
    return List.of(
        of(
            PurityRules::theCoreTakesNoTimeNoChanceAndNoThread,
            PURITY,
            "domain.id.ReadsClocks.instant()",
            "domain.id.ReadsClocks.nanos()"),
        of(PurityRules::onlyTheEngineKnowsOfThreads, PURITY, "app.transfer.AsksThreads"),
        of(PurityRules::theCoreKnowsInstantsAndDurations, PURITY, "domain.id.KnowsClocks"),
        of(PurityRules::fieldsOfTheDomainAreFinal, PURITY, "domain.money.Mutable.amount"));
  }

  private static List<Planted> cycles() {
    return List.of(
        of(
            CycleRules::packagesAreFreeOfCycles,
            CYCLES,
            "domain.account.First",
            "domain.operation.Second"),
        of(CycleRules::layersAreFreeOfCycles, CYCLES, "domain.id.Above", "ports.Between"));
  }

  private static List<Planted> writes() {
    return List.of(
        of(
            WriteRules::onlyThoseNamedWrite,
            WRITES,
            "app.audit.Ends",
            "app.recovery.WritesOnAdapter"));
  }

  private static List<Planted> nullness() {
    return List.of(of(NullnessRules::everyPackageIsNullMarked, NULLNESS, "domain"));
  }

  private static Planted of(Function<Root, ArchRule> rule, Root root, String... violators) {
    return new Planted(rule.apply(root), root, List.of(violators));
  }

  @Override
  public String toString() {
    return rule.getDescription();
  }
}
