package io.twophase.adapter.mongo.scene;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.testing.FaultyServer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The commands that a server has received since the last look, in words. */
final class Sent {

  /** Commands that say nothing of a call. */
  private static final Set<String> APART =
      Set.of("hello", "ismaster", "ping", "buildinfo", "endsessions", "createindexes");

  static final Set<String> WRITES =
      Set.of("insert", "update", "delete", "findAndModify", "bulkWrite");

  private Sent() {}

  static String names(FaultyServer server) {
    return since(server).map(command -> command.keySet().iterator().next()).collect(joining(", "));
  }

  /** How many documents the commands insert or change. */
  static int writes(FaultyServer server) {
    return since(server)
        .flatMap(it -> Stream.of("documents", "updates").map(it::get))
        .mapToInt(all -> all instanceof List<?> writes ? writes.size() : 0)
        .sum();
  }

  private static Stream<Document> since(FaultyServer server) {
    return server.received().stream()
        .filter(
            command ->
                !APART.contains(command.keySet().iterator().next().toLowerCase(Locale.ROOT)));
  }

  /** Fields of the commands of a name, and how often they were so: {@code find maxTimeMS}. */
  static String fields(FaultyServer server, String words) {
    String[] parts = words.split(" ", 2);
    Map<String, Integer> all = new TreeMap<>();
    server.received().stream()
        .filter(command -> command.containsKey(parts[0]))
        .forEach(command -> all.merge(String.valueOf(command.get(parts[1])), 1, Integer::sum));
    return all.entrySet().stream()
        .map(one -> one.getValue() + " of " + one.getKey())
        .collect(joining(", "));
  }

  /** The fields by which updates find their documents. */
  static String filters(FaultyServer server) {
    return server.received("update").stream()
        .flatMap(command -> ((List<?>) command.get("updates")).stream())
        .map(update -> (Document) ((Document) update).get("q"))
        .map(filter -> String.join(" ", filter.keySet()))
        .distinct()
        .collect(joining(", "));
  }

  /** The writes' concerns, and all else that says what they wait for. */
  static String concerns(FaultyServer server) {
    return server.received().stream()
        .filter(
            it -> it.containsKey("writeConcern") || it.keySet().stream().anyMatch(WRITES::contains))
        .map(it -> (Document) it.getOrDefault("writeConcern", new Document("w", "none")))
        .map(it -> it.get("w") + (Boolean.TRUE.equals(it.get("j")) ? " journaled" : ""))
        .distinct()
        .sorted()
        .collect(joining(", "));
  }

  /**
   * Each write is of one document that it names, and those of a command are in the order of the
   * ids; so many commands had more than ten.
   */
  static int inOrder(FaultyServer server) {
    List<List<String>> all = since(server).map(Sent::ids).toList();
    assertThat(all).allSatisfy(ids -> assertThat(ids).isSorted());
    return (int) all.stream().filter(ids -> ids.size() > 10).count();
  }

  private static List<String> ids(Document command) {
    return Stream.of("documents", "updates", "deletes", "ops")
        .flatMap(list -> ((List<?>) command.getOrDefault(list, List.of())).stream())
        .map(Document.class::cast)
        .peek(write -> assertThat(write.get("multi")).isNotEqualTo(true))
        .map(
            write ->
                Stream.of("q", "filter", "document")
                    .filter(write::containsKey)
                    .findFirst()
                    .map(part -> (Document) write.get(part))
                    .orElse(write))
        .map(named -> (String) named.get("_id"))
        .toList();
  }
}
