package io.twophase.cli.context;

import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.Retention;
import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.text.Durations;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;

/** What the command line can set on a server; it stays so for whoever comes later. */
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

  /** How a store that is {@code uri} is opened. */
  MongoStoreSettings of(StoreUri uri) {
    MongoStoreSettings settings = MongoStoreSettings.defaults();
    if (uri instanceof StoreUri.Server) {
      settings = settings.withValidators(validators);
      return retain.isEmpty() ? settings : settings.withRetention(retention());
    }
    if (validators || !retain.isEmpty()) {
      String option = validators ? "--validators" : "--retain";
      throw CommandFailure.badInput(option + " is for a mongodb:// store");
    }
    // the embedded server's own tests are its probe
    return settings.withProbe(false);
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
