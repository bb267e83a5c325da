package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.backend.Constants;
import de.bwaldvogel.mongo.bson.BsonRegularExpression;
import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A query as far as it names ids: from {@code _id: v}, {@code $eq} and {@code $in}, from any member
 * of an {@code $and}, and from an {@code $or} all of whose members name ids. Where it is not
 * certain that no other document can match, there is no lookup and the collection is scanned.
 *
 * @param keys where the only documents are that can match, in order, each once
 * @param rest what is still to be asked of them: the query, without a comparison of each document
 *     with all the ids where the key has said it already
 */
record IdLookup(List<DocumentKey> keys, Document rest) {

  private static final Set<Set<String>> SAID_BY_KEY = Set.of(Set.of("$eq"), Set.of("$in"));

  static IdLookup of(Iterable<DocumentKey> keys, Document query) {
    List<DocumentKey> all = new ArrayList<>();
    keys.forEach(all::add);
    return new IdLookup(all, query);
  }

  static Optional<IdLookup> of(Document query) {
    for (Entry<String, Object> part : query.entrySet()) {
      String name = part.getKey();
      Optional<IdLookup> lookup =
          switch (name) {
            case Constants.ID_FIELD -> ofId(query, part.getValue());
            case "$and" -> ofAnd(query, part.getValue());
            case "$or" -> ofOr(query, part.getValue());
            default -> Optional.empty();
          };
      if (lookup.isPresent()) {
        return lookup;
      }
    }
    return Optional.empty();
  }

  private static Optional<IdLookup> ofId(Document query, @Nullable Object condition) {
    return values(condition)
        .map(
            values -> {
              List<DocumentKey> keys = keys(values);
              Document rest = query.clone();
              if (values.stream().noneMatch(IdLookup::mayShareItsKey)
                  && (isExact(condition)
                      || (condition instanceof Document one
                          && SAID_BY_KEY.contains(one.keySet())))) {
                rest.remove(Constants.ID_FIELD);
              }
              return new IdLookup(keys, rest);
            });
  }

  /** Numbers that are one double have one key. */
  private static boolean mayShareItsKey(Object id) {
    boolean isWhole = id instanceof Integer || id instanceof Long;
    return id instanceof Document || (id instanceof Number && !isWhole);
  }

  private static List<DocumentKey> keys(Collection<?> values) {
    return values.size() == 1
        ? List.of(DocumentKey.of(values.iterator().next()))
        : sorted(values.stream().map(DocumentKey::of));
  }

  /** The ids that the condition allows, when it allows only some and compares by equality. */
  private static Optional<Collection<?>> values(@Nullable Object condition) {
    if (condition != null && isExact(condition)) {
      return Optional.of(List.of(condition));
    }
    if (condition instanceof Document operators) {
      Object one = operators.get("$eq");
      if (one != null && isExact(one)) {
        return Optional.of(List.of(one));
      }
      if (operators.get("$in") instanceof Collection<?> values
          && values.stream().allMatch(IdLookup::isExact)) {
        return Optional.of(values);
      }
    }
    return Optional.empty();
  }

  private static Optional<IdLookup> ofAnd(Document query, @Nullable Object members) {
    if (members instanceof List<?> queries) {
      for (int i = 0; i < queries.size(); i++) {
        Optional<IdLookup> member = ofMember(queries.get(i));
        if (member.isPresent()) {
          List<Object> left = new ArrayList<>(queries);
          left.set(i, member.get().rest());
          Document rest = query.clone();
          rest.put("$and", left);
          return Optional.of(new IdLookup(member.get().keys(), rest));
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<IdLookup> ofOr(Document query, @Nullable Object members) {
    if (!(members instanceof List<?> queries) || queries.isEmpty()) {
      return Optional.empty();
    }
    List<DocumentKey> all = new ArrayList<>();
    for (Object member : queries) {
      Optional<IdLookup> lookup = ofMember(member);
      if (lookup.isEmpty()) {
        return lookup;
      }
      all.addAll(lookup.get().keys());
    }
    return Optional.of(new IdLookup(sorted(all.stream()), query));
  }

  private static List<DocumentKey> sorted(Stream<DocumentKey> keys) {
    return keys.sorted().distinct().toList();
  }

  private static Optional<IdLookup> ofMember(@Nullable Object member) {
    return member instanceof Document query ? of(query) : Optional.empty();
  }

  /**
   * Returns whether the matcher compares this value with an id by equality and nothing else. It
   * does not for null (which a missing field equals too), patterns, lists and operators; documents
   * with one of these inside are left to it too.
   */
  private static boolean isExact(@Nullable Object value) {
    if (value instanceof Document document) {
      return document.keySet().stream().noneMatch(key -> key.startsWith("$"))
          && document.values().stream().allMatch(IdLookup::isExact);
    }
    return value != null
        && !(value instanceof Collection<?>)
        && !BsonRegularExpression.isRegularExpression(value);
  }
}
