package io.twophase.embedded.document;

import de.bwaldvogel.mongo.bson.Document;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of a stored document that a query and an order ask about, and passes over the
 * others: of a million documents that are sorted, all but a few are read for nothing else.
 */
public final class StoredFields {

  private static final Set<String> OF_QUERIES = Set.of("$and", "$or", "$nor");

  private final List<String> names;
  private final byte[][] bytes;

  /**
   * @param names of fields of the document itself
   */
  StoredFields(Set<String> names) {
    this.names = List.copyOf(names);
    this.bytes =
        names.stream().map(name -> name.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
  }

  /** Nothing where the query may ask about any field. */
  public static Optional<StoredFields> of(Document query, @Nullable Document orderBy) {
    Set<String> names = new HashSet<>();
    if (orderBy != null) {
      orderBy.keySet().forEach(path -> names.add(first(path)));
    }
    return addNames(query, names) ? Optional.of(new StoredFields(names)) : Optional.empty();
  }

  private static boolean addNames(Document query, Set<String> names) {
    for (Entry<String, Object> part : query.entrySet()) {
      String key = part.getKey();
      if (!key.startsWith("$")) {
        names.add(first(key));
      } else if (!OF_QUERIES.contains(key)
          || !(part.getValue() instanceof List<?> members)
          || !members.stream()
              .allMatch(member -> member instanceof Document one && addNames(one, names))) {
        return false;
      }
    }
    return true;
  }

  private static String first(String path) {
    int dot = path.indexOf('.');
    return dot < 0 ? path : path.substring(0, dot);
  }

  /** The names of fields of the document itself. */
  Set<String> names() {
    return Set.copyOf(names);
  }

  /** The document with these fields only, as far as it has them. */
  public Document read(byte[] stored) {
    Document read = new Document();
    StoredWalk walk = new StoredWalk(stored);
    while (read.size() < names.size() && walk.advance()) {
      for (int at = 0; at < names.size(); at++) {
        if (walk.isNamed(bytes[at])) {
          read.put(names.get(at), walk.decoded());
          break;
        }
      }
    }
    return read;
  }
}
