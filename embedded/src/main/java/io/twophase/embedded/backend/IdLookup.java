package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.backend.Constants;
import de.bwaldvogel.mongo.bson.BsonRegularExpression;
import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A query as far as it names ids: from {@code _id: v}, {@code $eq} and {@code $in}, from any member
 * of an {@code $and}, and from an {@code $or} all of whose members name ids. If it is not certain
 * that no other document can match, then there is no lookup and the collection is scanned.
 *
 * @param keys where the only documents are that can match, in order, each once
 * @param rest what is still to be asked of them: the query, without a comparison of each document
 *     with all the ids where the key has said it already
 */
record IdLookup(List<DocumentKey> keys, Document rest) {

  private static final Set<Set<String>> SAID_BY_KEY = Set.of(Set.of("$eq"), Set.of("$in"));

  static IdLookup of(Iterable<DocumentKey> keys, Document query) {
    return new IdLookup(sorted(StreamSupport.stream(keys.spliterator(), false)), query);
  }

  /** The keys from one on, or from the first. */
  Stream<DocumentKey> keysFrom(@Nullable DocumentKey first) {
    return keys.stream().filter(key -> first == null || key.compareTo(first) >= 0);
  }

  static Optional<IdLookup> of(Document query) {
    return query.entrySet().stream()
        .map(
            part ->
                switch (part.getKey()) {
                  case Constants.ID_FIELD -> ofId(query, part.getValue());
                  case "$and" -> ofAnd(query, part.getValue());
                  case "$or" -> ofOr(query, part.getValue());
                  default -> Optional.<IdLookup>empty();
                })
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** The ids that the condition allows, when it allows only some and compares by equality. */
  private static Optional<IdLookup> ofId(Document query, @Nullable Object condition) {
    Document operators =
        condition instanceof Document asked ? asked : new Document("$eq", condition);
    List<?> one = Collections.singletonList(operators.get("$eq"));
    Object named = operators.getOrDefault("$in", one);
    if (!(named instanceof Collection<?> ids) || !ids.stream().allMatch(IdLookup::isExact)) {
      return Optional.empty();
    }
    Document rest = query.clone();
    if (SAID_BY_KEY.contains(operators.keySet())
        && ids.stream().noneMatch(IdLookup::mayShareItsKey)) {
      rest.remove(Constants.ID_FIELD);
    }
    return Optional.of(new IdLookup(sorted(ids.stream().map(DocumentKey::of)), rest));
  }

  /** Numbers that are one double have one key. */
  private static boolean mayShareItsKey(Object id) {
    return id instanceof Document || (id instanceof Number && !ExactValues.isWhole(id));
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
    List<?> queries = members instanceof List<?> all ? all : List.of();
    List<Optional<IdLookup>> lookups = queries.stream().map(IdLookup::ofMember).toList();
    if (lookups.isEmpty() || lookups.contains(Optional.<IdLookup>empty())) {
      return Optional.empty();
    }
    Stream<IdLookup> named = lookups.stream().flatMap(Optional::stream);
    return Optional.of(new IdLookup(sorted(named.flatMap(one -> one.keys().stream())), query));
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
      return !ExactConditions.hasOperator(document)
          && document.values().stream().allMatch(IdLookup::isExact);
    }
    return value != null
        && !(value instanceof Collection<?>)
        && !BsonRegularExpression.isRegularExpression(value);
  }
}
