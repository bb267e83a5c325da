package io.twophase.app.cli;

import io.twophase.adapter.mongo.MongoStoreSettings;
import java.io.OutputStream;
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
      StoreCommand.class,
      DemoCommand.class,
      BenchCommand.class,
      CompletionCommand.class
    },
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:refused, or an audit found something",
      "2:the command line or an input file is wrong",
      "3:the store cannot be reached",
      "4:the outcome is not known",
      "5:the store was reached and refuses, or is refused: not safe, no rights, damaged",
      "6:output cannot be written"
    },
    footer = "Where several hold, the first of 2, 6, 4, 5, 3, 1.")
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

  /** Whether the process ends, and a document that comes now would not come whole. */
  private volatile boolean silenced;

  private final StandardStream answers;

  TwophaseCommand(StandardStream answers) {
    this.answers = answers;
  }

  /** For commands that have not been attached to their root yet. */
  TwophaseCommand() {
    this(new StandardStream(OutputStream.nullOutputStream()));
  }

  /** Opens the store for the time of one piece of work that only reads. */
  <T> T withStore(Function<Session, T> work) {
    return withStore(() -> "interrupted; nothing was changed", work);
  }

  /**
   * Opens the store for the time of one piece of work.
   *
   * @param interrupted what is said if the process is told to end meanwhile: what is certain, and
   *     which command goes on
   */
  <T> T withStore(Supplier<String> interrupted, Function<Session, T> work) {
    Interruption interruption = Interruption.atOnce(this, interrupted);
    try {
      return inStore(work);
    } finally {
      interruption.close();
    }
  }

  /** The same, for a command that looks itself whether it is told to end. */
  <T> T inStore(Function<Session, T> work) {
    Logging.setUp(verbose);
    StoreUri uri = StoreUri.parse(store);
    MongoStoreSettings settings = server.of(uri);
    try (Session session = Session.open(uri, unsafeStore ? settings.allowingUnsafe() : settings)) {
      T answer = work.apply(session);
      session.failure().ifPresent(failure -> note(String.valueOf(failure.getMessage())));
      return answer;
    }
  }

  /** Answers once: as JSON if that was asked for, else as text. */
  void answer(Supplier<Object> asJson, Supplier<String> asText) {
    String answer = json ? Json.text(asJson.get()) : asText.get();
    if (!silenced) {
      answered = true;
      spec.commandLine().getOut().println(answer);
    }
  }

  /**
   * The process is told to end.
   *
   * @param inOrder whether the command has ended by itself; if not, it answers nothing any more
   */
  void interrupted(String line, boolean inOrder) {
    silenced = !inOrder;
    note(line);
    spec.commandLine().getOut().flush();
    spec.commandLine().getErr().flush();
  }

  /** The beginning of a command line on the same store; a password is not repeated. */
  String again() {
    String where = store.contains("@") ? "URI" : "'" + store + "'";
    return "twophase --store " + where + (unsafeStore ? " --unsafe-store" : "");
  }

  /**
   * What helps before the same is asked again, where another process that has died may have left a
   * transaction behind; nothing on a store of one process, which takes it over at once.
   */
  String recoverFirst() {
    return store.startsWith("mongodb")
        ? "if no other process is at work on it, first: "
            + again()
            + " recover --older-than 0s; then "
        : "";
  }

  /** A line before the answer, for people: with --json there is none. */
  void tell(String line) {
    if (!json && !silenced) {
      spec.commandLine().getOut().println(line);
    }
  }

  /** A line on stderr that is not the command's answer. */
  void note(String line) {
    spec.commandLine().getErr().println("twophase: " + Lines.shown(line, store));
  }

  /** Whether what was answered could not be written: whoever read it has gone. */
  boolean isUnheard() {
    return answers.fault().isDefined();
  }
}
