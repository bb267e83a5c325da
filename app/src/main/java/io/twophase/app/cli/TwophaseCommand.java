package io.twophase.app.cli;

import io.twophase.adapter.mongo.MongoStoreSettings;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** What all commands have in common: the store, and how they answer. */
@Command(
    name = "twophase",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    description = "Atomic transfers between MongoDB documents, without server transactions.",
    subcommands = {
      AccountCommand.class,
      TransferCommand.class,
      ImportCommand.class,
      TxCommand.class,
      CancelCommand.class,
      ReverseCommand.class,
      RecoverCommand.class,
      AuditCommand.class,
      ScrubCommand.class,
      AdoptCommand.class,
      ServerCommand.class,
      DemoCommand.class,
      BenchCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:refused, or an audit found something",
      "2:the command line or an input file is wrong",
      "3:the store cannot be reached",
      "4:the outcome is not known"
    })
final class TwophaseCommand {

  @Option(
      names = "--store",
      paramLabel = "URI",
      defaultValue = "embedded:twophase-data",
      scope = ScopeType.INHERIT,
      description = "embedded:DIR, memory:, or mongodb://… (default: ${DEFAULT-VALUE})")
  String store = "";

  @Option(
      names = "--unsafe-store",
      scope = ScopeType.INHERIT,
      description = "take a mongodb:// URI at its word, even if it may lose acknowledged writes")
  boolean unsafeStore;

  @Option(
      names = "--json",
      scope = ScopeType.INHERIT,
      description = "answer with one JSON document on stdout")
  boolean json;

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "stack traces and the libraries' logs on stderr")
  boolean verbose;

  @Mixin ServerSettings server = new ServerSettings();

  @Spec CommandSpec spec = CommandSpec.create();

  /** Whether the one JSON document has been written. */
  boolean answered;

  /** Opens the store for the time of one piece of work. */
  <T> T withStore(Function<Session, T> work) {
    Logging.setUp(verbose);
    StoreUri uri = StoreUri.parse(store);
    MongoStoreSettings settings = server.of(uri);
    try (Session session = Session.open(uri, unsafeStore ? settings.allowingUnsafe() : settings)) {
      return work.apply(session);
    }
  }

  /** Answers once: as JSON if that was asked for, else as text. */
  void answer(Supplier<Object> asJson, Supplier<String> asText) {
    answered = true;
    spec.commandLine().getOut().println(json ? Json.text(asJson.get()) : asText.get());
  }

  /** A line on stderr that is not the command's answer. */
  void note(String line) {
    spec.commandLine().getErr().println("twophase: " + line);
  }
}
