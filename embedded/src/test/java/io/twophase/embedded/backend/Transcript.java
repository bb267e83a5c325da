package io.twophase.embedded.backend;

import static io.twophase.adapter.mongo.scene.Words.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoCommandException;
import io.twophase.domain.testing.Repeated;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * Commands to a server, and its replies, as the mongo shell shows them, in {@code
 * src/test/resources/wire}.
 *
 * <p>A page has a title for each scene. A command stands behind {@code >}, and its replies below; a
 * line that begins with four spaces continues the line before it. A word before a command names
 * another database. The replies of a query are its documents, one a line. The reply of another
 * command has the fields that are written, in numbers of whatever type, and no field that is {@code
 * undefined}. A refusal is {@code error}, its code and words of its text. If a line begins with
 * {@code same}, then the order of the fields counts; if it ends with dots, then others may follow.
 *
 * <p>{@code <x*3>} is three times x, in which {@code #} is 0, 1 and 2. Other words in such brackets
 * are the scene's database {@code <db>}, the last {@code <cursor>}, what {@code let} says above the
 * scenes, and the columns of the scene's table, for each of whose rows the scene is played anew.
 */
final class Transcript {

  private static final BsonDocument STATUS = BsonDocument.parse("{serverStatus: 1}");

  private Transcript() {}

  /** A server to which commands are sent. */
  interface Server {

    /** Replies to a command to a database. */
    BsonDocument run(String database, BsonDocument command);

    /** Closes the server, and opens it with what it had. */
    void restart();
  }

  private record Step(int line, String asked, List<String> replies) {}

  /** A scene, with the words of one row of its table. */
  record Scene(String page, String title, Map<String, String> words, List<Step> steps) {

    /** Sends the commands to a server, in a database that is dropped at the end. */
    void play(Server server) {
      Map<String, String> known = new LinkedHashMap<>(words);
      String database = "wire_" + System.nanoTime();
      known.put("db", database);
      for (Step step : steps) {
        String asked = filled(step.asked(), known);
        try {
          ask(server, known, asked, step.replies().stream().map(it -> filled(it, known)).toList());
        } catch (AssertionError | RuntimeException wrong) {
          throw new AssertionError(
              "%s:%d: > %s%n%s".formatted(page, step.line(), shortened(asked), wrong), wrong);
        }
      }
      server.run(database, BsonDocument.parse("{dropDatabase: 1}"));
    }

    @Override
    public String toString() {
      return page + ":" + steps.get(0).line() + ": " + filled(title, words);
    }
  }

  /** The scenes of a page, each for each row of its table. */
  static Stream<Scene> of(String page) {
    Path pages = Path.of(System.getProperty("twophase.root", ".."), "embedded/src/test/resources");
    try {
      return parsed(page, Files.readString(pages.resolve("wire").resolve(page)));
    } catch (IOException missing) {
      throw new AssertionError(missing);
    }
  }

  /** The scenes of a text. */
  static Stream<Scene> parsed(String page, String text) {
    Map<String, String> defined = new LinkedHashMap<>();
    List<Scene> scenes = new ArrayList<>();
    String title = "";
    List<Step> steps = new ArrayList<>();
    List<String[]> table = new ArrayList<>();
    String[] lines = (text.replaceAll("\n {4,}", "\t") + "\n## ").split("\n", -1);
    int number = 0;
    for (String line : lines) {
      number++;
      String whole = line.replace('\t', ' ').strip();
      if (whole.startsWith("let ")) {
        defined.put(whole.substring(4, whole.indexOf(" =")), whole.split(" = ", 2)[1]);
      } else if (line.startsWith("##")) {
        for (String[] row : table.subList(Math.min(1, table.size()), table.size())) {
          scenes.add(new Scene(page, title, words(defined, table.get(0), row), steps));
        }
        if (table.isEmpty() && !steps.isEmpty()) {
          scenes.add(new Scene(page, title, defined, steps));
        }
        title = whole.substring(2).strip();
        steps = new ArrayList<>();
        table = new ArrayList<>();
      } else if (whole.startsWith("| ")) {
        table.add(whole.substring(2).split(" +\\| +", -1));
      } else if (whole.startsWith("> ")) {
        steps.add(new Step(number, whole.substring(2), new ArrayList<>()));
      } else if (!whole.isEmpty() && !steps.isEmpty()) {
        steps.get(steps.size() - 1).replies().add(whole);
      }
      number += (int) line.chars().filter(character -> character == '\t').count();
    }
    return scenes.stream();
  }

  private static Map<String, String> words(Map<String, String> all, String[] names, String[] row) {
    Map<String, String> words = new LinkedHashMap<>(all);
    IntStream.range(0, names.length).forEach(at -> words.put(names[at].strip(), row[at].strip()));
    return words;
  }

  private static String filled(String text, Map<String, String> words) {
    String filled = text;
    for (int depth = 0; depth < 3; depth++) {
      for (Map.Entry<String, String> word : words.entrySet()) {
        filled = filled.replace("<" + word.getKey() + ">", word.getValue());
      }
    }
    return Repeated.written(filled);
  }

  private static String shortened(String text) {
    return text.length() < 1_000 ? text : text.substring(0, 1_000) + "...";
  }

  private static void ask(
      Server server, Map<String, String> known, String asked, List<String> replies) {
    if (asked.equals("restart")) {
      server.restart();
      return;
    }
    if (asked.equals("scanned")) {
      long now = scanned(server);
      long since = now - Long.parseLong(known.getOrDefault("> scanned", "0"));
      known.put("> scanned", String.valueOf(now));
      assertThat(replies)
          .as("scanned %d", since)
          .allMatch(
              each ->
                  each.startsWith("< ")
                      ? since < Long.parseLong(each.substring(2))
                      : since == Long.parseLong(each));
      return;
    }
    String database = asked.substring(0, asked.indexOf('{')).strip();
    try {
      BsonDocument reply =
          server.run(
              database.isEmpty() ? known.get("db") : database,
              json(asked.substring(asked.indexOf('{'))));
      if (reply.containsKey("cursor")) {
        BsonDocument cursor = reply.getDocument("cursor");
        known.put("cursor", "NumberLong('%d')".formatted(cursor.getInt64("id").getValue()));
        BsonValue batch = cursor.getOrDefault("firstBatch", cursor.get("nextBatch"));
        checkDocuments(batch.asArray().getValues(), replies, asked.startsWith("{list"));
      } else {
        assertThat(replies)
            .as(() -> shortened(reply.toJson()))
            .allMatch(each -> has(reply, json(each)));
      }
    } catch (MongoCommandException refused) {
      String said = "error %d %s".formatted(refused.getErrorCode(), refused.getErrorMessage());
      assertThat(replies).as(said).singleElement().asString().startsWith("error");
      String[] words = replies.get(0).split(" ", 3);
      String code = String.join(" ", List.of(words).subList(0, Math.min(2, words.length)));
      assertThat(said).startsWith(code + " ").contains(words[words.length - 1]);
    }
  }

  /** How many documents the server has looked at since it was opened. */
  private static long scanned(Server server) {
    BsonDocument metrics = server.run("admin", STATUS).getDocument("metrics");
    return metrics.getDocument("queryExecutor").getNumber("scannedObjects").longValue();
  }

  /**
   * @param isLists whether the server lists collections or indexes, in whatever order
   */
  private static void checkDocuments(
      List<BsonValue> found, List<String> expected, boolean isLists) {
    List<String> documents = expected.equals(List.of("nothing")) ? List.of() : expected;
    assertThat(found.size()).as(() -> shortened(found.toString())).isEqualTo(documents.size());
    for (int at = 0; at < documents.size(); at++) {
      BsonDocument document = found.get(at).asDocument();
      String line = documents.get(at);
      assertThat(isLists ? found.stream().anyMatch(any -> is(any, line)) : is(document, line))
          .as(() -> shortened(document.toJson()))
          .isTrue();
    }
  }

  private static boolean is(BsonValue document, String line) {
    if (line.startsWith("same ")) {
      return document.asDocument().toJson().equals(json(line.substring(5)).toJson());
    }
    BsonDocument plain = json(line.replace(", ...}", "}"));
    return line.endsWith(", ...}") ? has(document, plain) : document.equals(plain);
  }

  private static boolean has(BsonValue reply, BsonValue expected) {
    if (expected.isDocument() && reply.isDocument()) {
      return expected.asDocument().entrySet().stream()
          .allMatch(
              each -> {
                BsonValue there = reply.asDocument().get(each.getKey());
                return each.getValue().getBsonType() == org.bson.BsonType.UNDEFINED
                    ? there == null
                    : has(there == null ? BsonNull.VALUE : there, each.getValue());
              });
    }
    if (expected.isArray() && reply.isArray()) {
      return expected.asArray().size() == reply.asArray().size()
          && IntStream.range(0, reply.asArray().size())
              .allMatch(at -> has(reply.asArray().get(at), expected.asArray().get(at)));
    }
    return (expected.isNumber() && reply.isNumber())
        ? expected.asNumber().doubleValue() == reply.asNumber().doubleValue()
        : expected.equals(reply);
  }
}
