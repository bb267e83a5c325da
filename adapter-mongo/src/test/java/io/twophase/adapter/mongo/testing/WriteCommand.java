package io.twophase.adapter.mongo.testing;

import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A command that writes, as the list of its writes.
 *
 * @param body what the client sent
 * @param list the field of the body with the writes
 * @param writes in the order given
 * @param isOrdered whether the first write that fails is the last one tried
 */
public record WriteCommand(Document body, String list, List<Write> writes, boolean isOrdered) {

  private static final Map<String, String> LISTS =
      Map.of("insert", "documents", "update", "updates", "delete", "deletes");

  /**
   * One of the writes.
   *
   * @param index its place in the list that the client sent
   */
  public record Write(int index, Document body) {

    /** The documents that it names by their ids; nothing if it describes them by other means. */
    public Optional<List<Object>> ids() {
      return ids(filter().orElse(body));
    }

    private static Optional<List<Object>> ids(Document filter) {
      Object id = filter.get("_id");
      if (id == null) {
        // what one of several conditions names, no other adds to
        return filter.get("$and") instanceof Collection<?> all
            ? all.stream().flatMap(each -> ids((Document) each).stream()).findFirst()
            : Optional.empty();
      }
      if (id instanceof Document condition && !condition.isEmpty()) {
        if (condition.get("$in") instanceof Collection<?> ids) {
          return Optional.of(ids.stream().<Object>map(Write::normalized).toList());
        }
        if (condition.keySet().iterator().next().startsWith("$")) {
          return Optional.empty();
        }
      }
      return Optional.of(List.of(normalized(id)));
    }

    /** Numbers of all types are one id. */
    private static Object normalized(Object id) {
      return id instanceof Number number ? number.doubleValue() : id;
    }

    /** What describes the documents; nothing for a document to be inserted. */
    public Optional<Document> filter() {
      return Optional.ofNullable((Document) body.get("q"));
    }

    /** Whether it is for one document at most. */
    public boolean isForOne() {
      boolean updatesMany = Boolean.TRUE.equals(body.get("multi"));
      boolean deletesMany = body.get("limit") instanceof Number limit && limit.intValue() == 0;
      return !updatesMany && !deletesMany;
    }
  }

  /** Nothing for a command that is no list of writes. */
  public static Optional<WriteCommand> of(String command, Document body) {
    String list = LISTS.get(command);
    if (list == null) {
      return Optional.empty();
    }
    @SuppressWarnings("unchecked")
    List<Document> bodies = (List<Document>) body.get(list);
    List<Write> writes = new ArrayList<>(bodies.size());
    for (Document write : bodies) {
      writes.add(new Write(writes.size(), write));
    }
    boolean isOrdered = !Boolean.FALSE.equals(body.get("ordered"));
    return Optional.of(new WriteCommand(body, list, writes, isOrdered));
  }

  /** The same command with one of its writes only. */
  public Document only(Document write) {
    Document alone = new Document();
    alone.putAll(body);
    alone.put(list, List.of(write));
    return alone;
  }
}
