package io.twophase.architecture;

import com.tngtech.archunit.lang.ArchRule;
import io.twophase.architecture.rules.CycleRules;
import io.twophase.architecture.rules.Layer;
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

  /** Every rule, each with what breaks it. */
  static List<Planted> all() {
    return Stream.of(layers(), purity(), cycles(), writes(), nullness())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Planted> layers() {
    return List.of(
        of(Layers.DOMAIN, "domain.id.SeesPorts", "domain.id.SeesFiles", "domain.value.SeesDriver"),
        of(Layers.PORTS, "ports.SeesSteps", "ports.SeesAdapters"),
        of(Layers.IN_MEMORY, "adapter.inmemory.SeesDriver"),
        of(Layers.MONGO, "adapter.mongo.SeesOtherAdapter"),
        of(Layers.OWNER, "app.owner.SeesEngine"),
        of(Layers.ENGINE, "app.engine.SeesUseCases", "app.engine.SeesExecutors"),
        of(Layers.TRANSFER, "app.transfer.SeesAdapters", "app.transfer.SeesEngine"),
        of(Layers.BATCHES, "app.batch.SeesQueue"),
        of(Layers.SHORTCUT, "app.transfer.atomic.SeesEngine"),
        of(Layers.BATCH, "app.transfer.batch.SeesQueue"),
        of(Layers.AUTHORIZATION, "app.authorization.SeesQueue"),
        of(Layers.COMPENSATION, "app.compensation.SeesQueue"),
        of(Layers.RECOVERY, "app.recovery.SeesQueue"),
        of(Layers.RETENTION, "app.retention.SeesQueue"),
        of(Layers.STATEMENT, "app.statement.SeesQueue"),
        of(Layers.PREVIEW, "app.preview.SeesQueue"),
        of(Layers.EVENTS, "app.event.SeesQueue"),
        of(Layers.EVIDENCE, "app.evidence.SeesQueue"),
        of(Layers.SWEEP, "app.sweep.SeesEngine"),
        of(Layers.AUDIT, "app.audit.SeesEngine", "app.audit.SeesSteps"),
        of(Layers.ORPHAN, "app.orphan.SeesEngine"),
        of(Layers.READING, "app.reading.SeesSteps"),
        of(Layers.PERIOD, "app.period.SeesQueue"),
        of(Layers.COMPLETION, "app.completion.SeesQueue"),
        of(Layers.DEADLINE, "app.deadline.SeesQueue"),
        of(Layers.QUEUE, "app.transfer.queue.SeesEngine"),
        of(Layers.RUNTIME, "app.runtime.SeesEngine"),
        of(Layers.FRONT_DOOR, "app.SeesCommandLine", "app.SeesEmbedded"),
        of(Layers.GUICE, "guice.SeesCommandLine"),
        of(Layers.JUNIT, "junit.SeesEngine"),
        of(Layers.MICROMETER, "micrometer.SeesTracing"),
        of(Layers.TRACING, "micrometer.tracing.SeesTestKit"),
        of(Layers.CALLERS_CONTEXT, "micrometer.context.SeesTestKit"),
        of(Layers.TEST_KIT, "test.SeesAdapters"),
        of(Layers.STORE_FAILURES, "embedded.failure.SeesStorage"),
        of(Layers.STORE_FILES, "embedded.file.SeesStorage"),
        of(Layers.STORAGE, "embedded.storage.SeesServer"),
        of(Layers.DOCUMENTS, "embedded.document.SeesWire"),
        of(Layers.QUERIES, "embedded.query.SeesStorage"),
        of(Layers.BACKEND, "embedded.backend.SeesStorage"),
        of(Layers.WIRE, "embedded.wire.SeesStorage"),
        of(Layers.EMBEDDED, "embedded.SeesPorts"),
        of(Layers.BENCH, "bench.SeesCommandLine", "bench.SeesEmbedded"),
        of(Layers.COMMAND_LINE, "cli.SeesDriver", "cli.SeesEngine"),
        of(LayerRules::everyClassLiesInALayer, LAYERS, "stray.Stray"));
  }

  private static List<Planted> purity() {
    return List.of(
        of(
            PurityRules::theCoreTakesNoTimeNoChanceAndNoThread,
            PURITY,
            "domain.id.ReadsClocks.instant()",
            "domain.id.ReadsClocks.millis()",
            "domain.id.ReadsClocks.nanos()",
            "domain.id.DrawsRandomness.uuid()",
            "domain.id.DrawsRandomness.fraction()",
            "domain.id.DrawsRandomness.generator()",
            "domain.id.DrawsRandomness.shuffle(java.util.List)",
            "app.engine.UsesThreads.created(java.lang.Runnable)",
            "app.engine.UsesThreads.sleeps()",
            "app.engine.UsesThreads.parallel(java.util.List)",
            "app.audit.Prints.print(java.lang.String)"),
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
            WriteRules::onlyTheEngineSequencesWrites,
            WRITES,
            "adapter.inmemory.DoesMoreThanAsked.hold(java.util.List)",
            "app.audit.Settles",
            "app.audit.SettlesTogether",
            "app.audit.StopsPostings",
            "app.engine.BesideCalls",
            "app.transfer.Refers",
            "app.runtime.WritesOnAdapter"),
        of(WriteRules::onlyUseCasesKeepAccounts, WRITES, "app.audit.Opens"),
        of(WriteRules::onlyTheHeartbeatShowsOwners, WRITES, "app.recovery.Retires"));
  }

  private static List<Planted> nullness() {
    return List.of(of(NullnessRules::everyPackageIsNullMarked, NULLNESS, "domain"));
  }

  private static Planted of(Layer layer, String... violators) {
    return of(root -> LayerRules.keepsToItsAllowList(root, layer), LAYERS, violators);
  }

  private static Planted of(Function<Root, ArchRule> rule, Root root, String... violators) {
    return new Planted(rule.apply(root), root, List.of(violators));
  }

  @Override
  public String toString() {
    return rule.getDescription();
  }
}
