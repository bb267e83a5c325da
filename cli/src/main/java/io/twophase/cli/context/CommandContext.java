package io.twophase.cli.context;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.Lines;
import io.twophase.console.view.Json;
import io.twophase.domain.TransactionId;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.ports.StoreException;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The context that all commands share: the store, and how they answer. */
public final class CommandContext {

  /** The name of the context among the mixins of the root. */
  static final String MIXIN = "context";

  private static final String STORE = "--store";

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT)
  @SuppressWarnings("UnusedVariable") // the parser reads it
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      scope = ScopeType.INHERIT)
  @SuppressWarnings("UnusedVariable") // the parser reads it
  private boolean version;

  @Option(
      names = STORE,
      paramLabel = "URI",
      defaultValue = "embedded:twophase-data",
      scope = ScopeType.INHERIT)
  private String store = "";

  @Option(names = "--unsafe-store", fallbackValue = "true", scope = ScopeType.INHERIT)
  private boolean unsafeStore;

  @Option(names = "--json", fallbackValue = "true", scope = ScopeType.INHERIT)
  private boolean json;

  @Option(names = "--verbose", fallbackValue = "true", scope = ScopeType.INHERIT)
  private boolean verbose;

  @Option(names = "--server-transactions", fallbackValue = "true", scope = ScopeType.INHERIT)
  private boolean serverTransactions;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  private boolean makesNoStore;

  /** A mark that the one JSON document has been written. */
  private boolean answered;

  /** A mark that the process ends, and that a document would not be written whole. */
  private volatile boolean silenced;

  private final BooleanSupplier unheard;
  private final String mainClass;

  /**
   * The context of one run of the program.
   *
   * @param unheard says whether what was answered could not be written
   * @param mainClass the name of the class that runs the program, for a process beside this one
   */
  public CommandContext(BooleanSupplier unheard, String mainClass) {
    this.unheard = unheard;
    this.mainClass = mainClass;
  }

  /**
   * Demands that an embedded store is there, for a command that is of no use on a new one.
   *
   * @throws CommandFailure if its directory is not there
   */
  public void requireStore() {
    if (StoreUri.parse(store) instanceof StoreUri.Embedded embedded && embedded.isMissing()) {
      throw CommandFailure.badInput(
          "there is no directory %s, and so no store to read; %s account open ID makes one, and import does"
              .formatted(embedded.uri().directory(), again()));
    }
  }

  /** Has an embedded store that is not there read as an empty one: none is made. */
  public void makeNoStoreIf(boolean isTried) {
    makesNoStore = isTried;
  }

  /** Opens the store for the time of one piece of work, which looks whether it is asked to end. */
  public <T> T inStore(Function<Session, T> work) {
    StoreUri named = StoreUri.parse(store);
    boolean isNone = makesNoStore && named instanceof StoreUri.Embedded one && one.isMissing();
    StoreUri uri = isNone ? new StoreUri.Memory() : named;
    MongoStoreSettings settings = settings(uri);
    try (EmbeddedServer server = server(uri);
        MongoStore mongo = mongo(uri, server, settings);
        Session session =
            Session.over(
                mongo == null ? InMemoryStore.create(Clock.systemUTC()) : mongo,
                uri instanceof StoreUri.Server)) {
      T answer = work.apply(session);
      if (server != null) {
        server.failure().ifPresent(failure -> note(String.valueOf(failure.getMessage())));
      }
      return answer;
    }
  }

  /**
   * Opens the store for a piece of work on the database itself, and not on what is in it.
   *
   * @param inMemory why that makes no sense on a store in memory
   * @throws CommandFailure if the store is in memory, or not there
   */
  public <T> T withDatabase(
      MongoStoreSettings settings, String inMemory, Function<MongoStore, T> work) {
    requireStore();
    StoreUri uri = StoreUri.parse(store);
    CommandFailure.badInputIf(
        uri instanceof StoreUri.Memory,
        "store 'memory:' " + inMemory + ": name embedded:DIR or mongodb://…");
    MongoStoreSettings allowed =
        settings.withUnsafeAllowed(unsafeStore).withProbe(uri instanceof StoreUri.Server);
    try (EmbeddedServer server = server(uri);
        MongoStore mongo = Objects.requireNonNull(mongo(uri, server, allowed))) {
      return work.apply(mongo);
    }
  }

  /** With these a store is opened, and what it keeps for all processes stays as it is. */
  public MongoStoreSettings settings(StoreUri uri) {
    boolean onServer = uri instanceof StoreUri.Server;
    CommandFailure.badInputIf(
        serverTransactions && !onServer, "--server-transactions is for a mongodb:// store");
    // the embedded server's own tests are its probe
    return MongoStoreSettings.defaults()
        .withProbe(onServer)
        .withServerTransactions(serverTransactions)
        .withUnsafeAllowed(unsafeStore);
  }

  /** Answers once: as JSON if that was asked for, else as text. */
  public void answer(Supplier<Object> asJson, Supplier<String> asText) {
    print(json ? Json.text(asJson.get()) : asText.get());
  }

  /** Answers one of many, which come one after the other: each is a line, of JSON too. */
  public void answerLine(Supplier<Object> asJson, Supplier<String> asText) {
    print(Lines.visible(json ? Json.line(asJson.get()) : asText.get()));
  }

  private void print(String answer) {
    if (!silenced) {
      answered = true;
      out().println(Lines.printed(answer));
    }
  }

  /**
   * The process is asked to end.
   *
   * @param inOrder whether the command has ended by itself; if not, it answers nothing any more
   */
  public void interrupted(String line, boolean inOrder) {
    silenced = !inOrder;
    note(line);
    out().flush();
    err().flush();
  }

  /** The beginning of a command line on the same store; a password is not repeated. */
  public String again() {
    String where = store.contains("@") ? "URI" : Lines.quoted(store);
    return "twophase --store " + where + (unsafeStore ? " --unsafe-store" : "");
  }

  /**
   * Returns what helps if an outcome is not known: the command that resolves it; or, if the record
   * cannot be read, that no command does. If another process that has died may have left a
   * transaction behind, then a recovery comes first; a store of one process takes it over at once.
   */
  public String remedy(Session session, TransactionId transaction, String sameAgain) {
    if (isUnreadable(session, transaction)) {
      return ("no command resolves that: mend or remove the document '%s' of the collection"
              + " transactions by hand, after %s audit; then %s")
          .formatted(transaction, again(), sameAgain);
    }
    return store.startsWith("mongodb")
        ? "if no other process is at work on it, first: %s recover --older-than 0s; then %s"
            .formatted(again(), sameAgain)
        : sameAgain;
  }

  private static boolean isUnreadable(Session session, TransactionId transaction) {
    try {
      return session.twoPhase().transactions().find(transaction)
          instanceof TransactionLookup.Unreadable;
    } catch (StoreException unreachable) {
      return false;
    }
  }

  /** A line before the answer, for people: with --json there is none. */
  public void tell(String line) {
    if (!json && !silenced) {
      out().println(Lines.visible(line));
    }
  }

  /** A line on stderr that is not the command's answer. */
  public void note(String line) {
    err().println("twophase: " + Lines.shown(line, store));
  }

  /** Returns whether what was answered could not be written: whoever read it has gone. */
  public boolean isUnheard() {
    return unheard.getAsBoolean();
  }

  /** The URI of the store, as it was given. */
  public String store() {
    return store;
  }

  /** Reads {@code --json} and {@code --verbose} in {@code words}: the parser stopped before. */
  void readOn(List<String> words) {
    List<String> options = words.stream().takeWhile(word -> !word.equals("--")).toList();
    json |= options.contains("--json") || options.contains("--json=true");
    verbose |= options.contains("--verbose") || options.contains("--verbose=true");
  }

  /** Returns whether the answer is to be one JSON document. */
  public boolean isJson() {
    return json;
  }

  /** Returns whether stack traces and the libraries' logs are wanted. */
  public boolean isVerbose() {
    return verbose;
  }

  /** Returns whether the answer has been given. */
  public boolean isAnswered() {
    return answered;
  }

  /** Returns whether the option {@code name} was given, before the command or behind it. */
  public boolean isGiven(String name) {
    return times(name) > 0;
  }

  private long times(String name) {
    return spec.commandLine().getParseResult().asCommandLineList().stream()
        .filter(line -> line.getParseResult().hasMatchedOption(name))
        .count();
  }

  /**
   * Refuses a store before the command and another one behind it, as the parser does two behind.
   */
  public void requireOneStore() {
    if (times(STORE) > 1) {
      throw new OverwrittenOptionException(
          spec.commandLine(),
          spec.findOption(STORE),
          "option '--store' (URI) should be specified only once");
    }
  }

  /**
   * Refuses options that say nothing where another is given.
   *
   * @param why has %s for the option
   * @throws CommandFailure if one of them was given
   */
  public void refuse(List<String> options, String why) {
    options.forEach(option -> CommandFailure.badInputIf(isGiven(option), why.formatted(option)));
  }

  /** Returns where answers are written. */
  public PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** Returns where notes are written. */
  public PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** The name of the class that runs the program. */
  public String mainClass() {
    return mainClass;
  }

  /** The server of an embedded store, which ends with the command; none of another store. */
  private static @Nullable EmbeddedServer server(StoreUri uri) {
    return uri instanceof StoreUri.Embedded embedded ? embedded.uri().openServer() : null;
  }

  /** The store on a server; none of a store in memory. */
  private static @Nullable MongoStore mongo(
      StoreUri uri, @Nullable EmbeddedServer server, MongoStoreSettings settings) {
    if (uri instanceof StoreUri.Server named) {
      return MongoStore.open(named.uri(), settings);
    }
    return uri instanceof StoreUri.Embedded embedded && server != null
        ? MongoStore.open(embedded.uri().on(server), settings)
        : null;
  }
}
