package io.twophase.cli.command;

import io.twophase.adapter.mongo.MongoStore.LastingSettings;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.Retention;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.context.StoreUri;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.Durations;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.Tables;
import io.twophase.cli.view.Arguments;
import io.twophase.console.view.Json;
import io.vavr.control.Either;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Makes settings that a store keeps for all processes. */
@Command(name = "set")
public final class StoreSetCommand extends SessionCommand implements Callable<Integer> {

  private static final String FOR_EVER = "forever";

  @Option(names = "--retain", paramLabel = "PERIOD", defaultValue = "")
  String retain = "";

  @Option(names = "--retain-by", paramLabel = "server|pass", defaultValue = "")
  String retainBy = "";

  @Option(names = "--receipts", paramLabel = "PERIOD", defaultValue = "")
  String receipts = "";

  @Option(names = "--validators")
  boolean validators;

  @Option(names = "--reference-index")
  boolean referenceIndex;

  @Option(names = "--account-index")
  boolean accountIndex;

  @Override
  public Integer call() {
    return show(context(), settings(StoreUri.parse(context().store())));
  }

  private MongoStoreSettings settings(StoreUri uri) {
    boolean onServer = uri instanceof StoreUri.Server;
    Optional<Retention> retention = retention(onServer ? Retention.By.SERVER : Retention.By.PASS);
    CommandFailure.badInputIf(
        retention.isEmpty() && !validators && !referenceIndex && !accountIndex,
        "nothing to set is given: --retain, --validators, --reference-index or --account-index;"
            + " twophase store show shows what is set");
    onlyOnServers(!onServer && validators, "--validators");
    onlyOnServers(!onServer && accountIndex, "--account-index");
    onlyOnServers(!onServer && referenceIndex, "--reference-index");
    MongoStoreSettings settings =
        MongoStoreSettings.defaults()
            .withValidators(validators)
            .withReferenceIndex(referenceIndex)
            .withAccountIndex(accountIndex);
    return retention.map(settings::withRetention).orElse(settings);
  }

  private Optional<Retention> retention(Retention.By usual) {
    if (retain.isEmpty()) {
      CommandFailure.badInputIf(!retainBy.isEmpty(), "--retain-by needs --retain PERIOD");
      CommandFailure.badInputIf(!receipts.isEmpty(), "--receipts needs --retain PERIOD");
      return Optional.empty();
    }
    Retention.By by =
        retainBy.isEmpty()
            ? usual
            : Arguments.either(
                "--retain-by", retainBy, "server", Retention.By.SERVER, "pass", Retention.By.PASS);
    onlyOnServers(by == Retention.By.SERVER && usual == Retention.By.PASS, "--retain-by server");
    Retention period = period(by);
    return Optional.ofNullable(receipts.isEmpty() ? period : withReceipts(period));
  }

  private Retention withReceipts(Retention retention) {
    CommandFailure.badInputIf(
        retention.by() == Retention.By.SERVER,
        "--receipts needs --retain-by pass: the server leaves none of what it removes");
    Either<String, Retention> with =
        receipts.equals(FOR_EVER)
            ? retention.withReceiptsForEver()
            : retention.withReceipts(duration("--receipts", receipts));
    return with.getOrElseThrow(
        fault -> CommandFailure.badInput("--receipts " + receipts + ": " + fault));
  }

  private static void onlyOnServers(boolean isWrong, String option) {
    CommandFailure.badInputIf(isWrong, option + " is for a mongodb:// store");
  }

  private Retention period(Retention.By by) {
    if (retain.equals(FOR_EVER)) {
      return new Retention(Retention.FOR_EVER.period(), by);
    }
    Duration period = duration("--retain", retain);
    return (by == Retention.By.PASS ? Retention.ofPass(period) : Retention.of(period))
        .getOrElseThrow(fault -> CommandFailure.badInput("--retain " + retain + ": " + fault));
  }

  private static Duration duration(String option, String text) {
    try {
      return new Durations().convert(text);
    } catch (TypeConversionException none) {
      throw CommandFailure.badInput(option + " " + none.getMessage() + ", or " + FOR_EVER);
    }
  }

  /** Opens the store with these settings, and shows what it keeps then. */
  static int show(CommandContext context, MongoStoreSettings settings) {
    return context.withDatabase(
        settings,
        "is a new one each time, and keeps no settings",
        store -> {
          LastingSettings kept = store.lastingSettings();
          context.answer(() -> json(kept), () -> text(kept));
          return ExitCode.DONE;
        });
  }

  private static Object json(LastingSettings kept) {
    return Json.object(
        "retain", kept.keptFor().map(Durations::text).orElse(FOR_EVER),
        "retainBy", kept.byPass() ? "pass" : kept.keptFor().map(none -> "server").orElse(null),
        "receipts",
            kept.receipts()
                .map(period -> period.limit().map(Durations::text).orElse(FOR_EVER))
                .orElse(null),
        "validators", kept.validators(),
        "referenceIndex", kept.indexedByReference(),
        "accountIndex", kept.indexedByAccount());
  }

  private static String text(LastingSettings kept) {
    String by = kept.keptFor().isPresent() ? ", removed by the server" : "";
    Tables table =
        new Tables(
            "finished records",
            keptFor(kept.keptFor()) + (kept.byPass() ? ", removed by a pass of recover" : by));
    table.add(
        "receipts of removed ones",
        kept.receipts().map(period -> keptFor(period.limit())).orElse("none"));
    table.add("validators", kept.validators() ? "set" : "none of this version");
    table.add("index of references", kept.indexedByReference() ? "there" : "none");
    table.add("indexes of accounts", kept.indexedByAccount() ? "there" : "none");
    return table.toString();
  }

  private static String keptFor(Optional<Duration> period) {
    return "kept for " + period.map(Durations::text).orElse("ever");
  }
}
