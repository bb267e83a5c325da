package io.twophase.cli.context;

import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.Retention;
import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.text.Durations;
import io.vavr.control.Either;
import java.time.Duration;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;

/**
 * What the command line can set on a server, which stays so for whoever comes later; and what it
 * uses of one.
 */
final class ServerSettings {

  private static final String FOR_EVER = "forever";

  @Option(
      names = "--retain",
      paramLabel = "PERIOD",
      defaultValue = "",
      scope = ScopeType.INHERIT,
      description =
          "from now on: keep finished records for PERIOD, such as 90d, or forever (default: as it"
              + " is; read docs/OPERATIONS.md first)")
  String retain = "";

  @Option(
      names = "--retain-by",
      paramLabel = "server|pass",
      defaultValue = "",
      scope = ScopeType.INHERIT,
      description =
          "with --retain: who removes the older ones, the server or, from then on, a pass of"
              + " recover (default: server on a mongodb:// store, else pass)")
  String retainBy = "";

  @Option(
      names = "--receipts",
      paramLabel = "PERIOD",
      defaultValue = "",
      scope = ScopeType.INHERIT,
      description =
          "with --retain, by a pass: what is removed leaves a receipt for PERIOD, or forever, so"
              + " that its id stays taken (default: as it is)")
  String receipts = "";

  @Option(
      names = "--validators",
      scope = ScopeType.INHERIT,
      description = "on a mongodb:// store, from now on: have the server check documents' shapes")
  boolean validators;

  @Option(
      names = "--reference-index",
      scope = ScopeType.INHERIT,
      description = "on a mongodb:// store, from now on: an index for tx list --reference")
  boolean referenceIndex;

  @Option(
      names = "--account-index",
      scope = ScopeType.INHERIT,
      description =
          "on a mongodb:// store, from now on: indexes of the accounts that transactions touch, for"
              + " statement and tx list --account")
  boolean accountIndex;

  @Option(
      names = "--server-transactions",
      scope = ScopeType.INHERIT,
      description =
          "on a mongodb:// store, in this run: batches of transfers are one transaction of the"
              + " server where it has them (read docs/OPERATIONS.md first)")
  boolean serverTransactions;

  /** How a store that is {@code uri} is opened. */
  MongoStoreSettings of(StoreUri uri) {
    MongoStoreSettings settings = MongoStoreSettings.defaults();
    if (uri instanceof StoreUri.Server) {
      settings =
          settings
              .withValidators(validators)
              .withServerTransactions(serverTransactions)
              .withReferenceIndex(referenceIndex)
              .withAccountIndex(accountIndex);
      return kept(settings, Retention.By.SERVER);
    }
    if (validators) {
      throw onlyForServers("--validators");
    }
    if (accountIndex) {
      throw onlyForServers("--account-index");
    }
    if (referenceIndex) {
      throw onlyForServers("--reference-index");
    }
    if (serverTransactions) {
      throw onlyForServers("--server-transactions");
    }
    // the embedded server's own tests are its probe
    return kept(settings.withProbe(false), Retention.By.PASS);
  }

  private MongoStoreSettings kept(MongoStoreSettings settings, Retention.By usual) {
    return retention(usual).map(settings::withRetention).getOrElse(settings);
  }

  private io.vavr.control.Option<Retention> retention(Retention.By usual) {
    if (retain.isEmpty()) {
      if (!retainBy.isEmpty()) {
        throw CommandFailure.badInput("--retain-by needs --retain PERIOD");
      }
      if (!receipts.isEmpty()) {
        throw CommandFailure.badInput("--receipts needs --retain PERIOD");
      }
      return io.vavr.control.Option.none();
    }
    Retention.By by = by(usual);
    if (by == Retention.By.SERVER && usual == Retention.By.PASS) {
      throw onlyForServers("--retain-by server");
    }
    Retention period = period(by);
    return io.vavr.control.Option.some(receipts.isEmpty() ? period : withReceipts(period));
  }

  private Retention withReceipts(Retention retention) {
    if (retention.by() == Retention.By.SERVER) {
      throw CommandFailure.badInput(
          "--receipts needs --retain-by pass: the server leaves none of what it removes");
    }
    Either<String, Retention> with =
        receipts.equals(FOR_EVER)
            ? retention.withReceiptsForEver()
            : retention.withReceipts(duration("--receipts", receipts));
    return with.getOrElseThrow(
        fault -> CommandFailure.badInput("--receipts " + receipts + ": " + fault));
  }

  private Retention.By by(Retention.By usual) {
    return switch (retainBy) {
      case "" -> usual;
      case "server" -> Retention.By.SERVER;
      case "pass" -> Retention.By.PASS;
      default ->
          throw CommandFailure.badInput(
              "--retain-by '" + retainBy + "' is neither server nor pass");
    };
  }

  private static CommandFailure onlyForServers(String option) {
    return CommandFailure.badInput(option + " is for a mongodb:// store");
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
}
