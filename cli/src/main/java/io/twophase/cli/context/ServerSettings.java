package io.twophase.cli.context;

import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.Retention;
import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.text.Durations;
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
          "on a mongodb:// store, from now on: keep finished records for PERIOD, such as 90d, or"
              + " forever (default: as it is; read docs/OPERATIONS.md first)")
  String retain = "";

  @Option(
      names = "--validators",
      scope = ScopeType.INHERIT,
      description = "on a mongodb:// store, from now on: have the server check documents' shapes")
  boolean validators;

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
      settings = settings.withValidators(validators).withServerTransactions(serverTransactions);
      return retain.isEmpty() ? settings : settings.withRetention(retention());
    }
    if (validators) {
      throw onlyForServers("--validators");
    }
    if (!retain.isEmpty()) {
      throw onlyForServers("--retain");
    }
    if (serverTransactions) {
      throw onlyForServers("--server-transactions");
    }
    // the embedded server's own tests are its probe
    return settings.withProbe(false);
  }

  private static CommandFailure onlyForServers(String option) {
    return CommandFailure.badInput(option + " is for a mongodb:// store");
  }

  private Retention retention() {
    if (retain.equals(FOR_EVER)) {
      return Retention.FOR_EVER;
    }
    try {
      return Retention.of(new Durations().convert(retain))
          .getOrElseThrow(fault -> CommandFailure.badInput("--retain " + retain + ": " + fault));
    } catch (TypeConversionException none) {
      throw CommandFailure.badInput("--retain " + none.getMessage() + ", or " + FOR_EVER);
    }
  }
}
