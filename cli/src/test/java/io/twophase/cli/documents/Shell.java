package io.twophase.cli.documents;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.cli.Cli;
import io.twophase.embedded.EmbeddedServer;
import io.twophase.embedded.storage.Child;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Runs what documents show, in this process, as if the current directory were {@link #folder}. A
 * server that is started by {@code &} is found at the port that it has by default.
 */
final class Shell implements AutoCloseable {

  private static final String LAUNCHER = "./twophase";
  private static final String EMBEDDED = "embedded:";

  /** A file is named behind each of these options and commands. */
  private static final Set<String> FILES =
      Set.of(
          ("--accounts --transfers --transaction --refused --csv --dir --tokens --charts --out"
                  + " backup run verify renew")
              .split(" "));

  private static final Set<String> PROGRAMS =
      Set.of("chmod", "cp", "env", "ln", "ls", "readlink", "rm", "sh", "test", "touch");
  private static final String FULL = "/dev/full";
  private static final Pattern CAT = Pattern.compile("\\$\\(cat (\\S+)\\)");
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

  private static final String SERVED = "127.0.0.1:27117";

  private final Path folder;
  private final Set<String> programs;
  private @Nullable String served;
  private @Nullable FaultyServer faulty;
  private Runnable close = () -> {};
  private boolean isFull;
  private int exitCode;

  /** Runs what a document shows: commands of Twophase, and no others. */
  Shell(Path folder) {
    this(folder, Set.of());
  }

  private Shell(Path folder, Set<String> programs) {
    this.folder = folder;
    this.programs = programs;
  }

  /**
   * Also runs programs of the machine, which find the checkout in {@code $ROOT}, and by {@code
   * $TWOPHASE} run a command as a process of its own.
   */
  static Shell withPrograms(Path folder) {
    return new Shell(folder, PROGRAMS);
  }

  /**
   * A command writes this: standard output, and then standard error. {@code >} names a file, which
   * is full if it is {@code /dev/full}, and {@code $(cat FILE)} is the text of one.
   */
  String run(String line) throws IOException {
    String[] parts = line.split(" > ", 2);
    isFull = parts.length == 2 && parts[1].equals(FULL);
    String written = runAlone(parts[0]);
    if (parts.length == 1 || isFull) {
      return written;
    }
    Files.writeString(folder.resolve(parts[1]), written);
    return "";
  }

  /** As the file of this name is, where there is one. */
  private static final class Full extends OutputStream {
    @Override
    public void write(int single) throws IOException {
      throw new IOException("No space left on device");
    }
  }

  private String runAlone(String shown) throws IOException {
    String line = shown;
    for (MatchResult file : CAT.matcher(shown).results().toList()) {
      line = line.replace(file.group(), Files.readString(folder.resolve(file.group(1))).strip());
    }
    List<String> words = words(line);
    return switch (words.get(0)) {
      case LAUNCHER -> twophase(words.subList(1, words.size()));
      case "cat" -> Files.readString(folder.resolve(words.get(1)));
      case "echo" -> echo(line);
      case "db" -> database(line.substring("db ".length()));
      case "faulty" -> faulty(words);
      default -> program(words.get(0), line);
    };
  }

  /** Runs a program of the machine, as a person would between two commands. */
  private String program(String name, String line) throws IOException {
    if (!programs.contains(name)) {
      throw new IllegalArgumentException("a document shows what cannot be run: " + line);
    }
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", line).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().keySet().removeAll(Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    builder.environment().put("ROOT", System.getProperty("twophase.root"));
    builder.environment().put("TWOPHASE", String.join(" ", Child.command(Cli.class)));
    Process process = builder.start();
    String written = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    exitCode = process.onExit().join().exitValue();
    return written.replace(folder + "/", "");
  }

  /** What another process does to the store: a command of the database, in Extended JSON. */
  private String database(String command) {
    if (served != null) {
      database(served, command);
      return "";
    }
    try (EmbeddedServer server = EmbeddedServer.open(folder.resolve("twophase-data"), 0)) {
      database(server.uri(), command);
    }
    return "";
  }

  private static void database(String uri, String command) {
    try (MongoClient client = MongoClients.create(uri)) {
      var answer = client.getDatabase("twophase").runCommand(BsonDocument.parse(command));
      assertThat(answer).as(command).doesNotContainKey("writeErrors").containsKey("ok");
    }
  }

  /**
   * A server in this process that from now on refuses some commands on a collection, if they have a
   * text in them: {@code faulty COMMAND,COMMAND COLLECTION TEXT}; {@code faulty} alone heals it.
   */
  private String faulty(List<String> words) {
    if (faulty == null) {
      faulty = FaultyServer.standalone();
      serve(faulty.uri(""), faulty::close);
    }
    faulty.heal();
    for (String name : words.size() == 1 ? new String[0] : words.get(1).split(",", -1)) {
      Predicate<Document> refused =
          command ->
              words.get(2).equals(command.get(name)) && command.toString().contains(words.get(3));
      faulty.on(name, FaultyServer.where(refused, FaultyServer.error(13)));
    }
    return "";
  }

  private void serve(String uri, Runnable end) {
    served = uri.replaceFirst("(\\d)/.*", "$1");
    close = end;
  }

  /** The exit code of the last command of Twophase, which is zero from the next one on. */
  int takeExitCode() {
    int last = exitCode;
    exitCode = 0;
    return last;
  }

  private String echo(String line) {
    if (!line.equals("echo $?")) {
      throw new IllegalArgumentException("a document shows what cannot be run: " + line);
    }
    return takeExitCode() + "\n";
  }

  private String twophase(List<String> words) {
    if (words.contains("&")) {
      Path directory = folder.resolve(words.get(words.indexOf("--dir") + 1));
      EmbeddedServer server = EmbeddedServer.open(directory, 0);
      serve(server.uri(), server::close);
      return "";
    }
    String address = served == null ? SERVED : served.substring("mongodb://".length());
    List<String> arguments = new ArrayList<>();
    // it names its directory itself
    int restore = words.contains("restore") ? words.indexOf("restore") : words.size();
    if (!words.contains("--store") && restore == words.size()) {
      arguments.addAll(List.of("--store", EMBEDDED + folder.resolve("twophase-data")));
    }
    for (int at = 0; at < words.size(); at++) {
      String before = at == 0 ? "" : words.get(at - 1);
      String word = words.get(at);
      arguments.add(at > restore ? folder.resolve(word).toString() : resolved(before, word));
    }
    arguments.replaceAll(word -> word.replace(SERVED, address));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    exitCode = Cli.run(arguments.toArray(new String[0]), isFull ? new Full() : out, err);
    return (out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8))
        .replace(folder + "/", "")
        .replace(address, SERVED);
  }

  private String resolved(String before, String word) {
    if (before.equals("--store") && word.startsWith(EMBEDDED)) {
      return EMBEDDED + folder.resolve(word.substring(EMBEDDED.length()));
    }
    return FILES.contains(before) ? folder.resolve(word).toString() : word;
  }

  private static List<String> words(String line) {
    return WORD.matcher(line).results().map(Shell::unquoted).toList();
  }

  private static String unquoted(MatchResult word) {
    for (int group = 1; group <= word.groupCount(); group++) {
      if (word.group(group) != null) {
        return Matcher.quoteReplacement(word.group(group)).equals(word.group(group))
            ? word.group(group)
            : word.group(group).replace("\\", "");
      }
    }
    return word.group();
  }

  @Override
  public void close() {
    close.run();
  }
}
