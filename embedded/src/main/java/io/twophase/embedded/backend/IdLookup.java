package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.backend.Constants;
import de.bwaldvogel.mongo.bson.BsonRegularExpression;
import de.bwaldvogel.mongo.bson.Document;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A query as far as it names ids: from {@code _id: v}, {@code $eq} and {@code $in}, from any member
 * of an {@code $and}, and from an {@code $or} all of whose members name ids. If it is not certain
 * that no other document can match, then there is no lookup and the collection is scanned.
 *
 * @param keys where the only documents are that can match, in order, each once
 */
record IdLookup(List<DocumentKey> keys) {

  static IdLookup of(Stream<DocumentKey> keys) {
    return new IdLookup(keys.sorted().distinct().toList());
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
                  case Constants.ID_FIELD -> ofId(part.getValue());
                  case "$and" -> members(part.getValue()).flatMap(Optional::stream).findFirst();
                  case "$or" -> ofOr(members(part.getValue()).toList());
                  default -> Optional.<IdLookup>empty();
                })
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** The ids that the condition allows, when it allows only some and compares by equality. */
  static Optional<IdLookup> ofId(@Nullable Object condition) {
    Document operators =
        condition instanceof Document asked ? asked : new Document("$eq", condition);
    List<?> one = Collections.singletonList(operators.get("$eq"));
    Object named = operators.getOrDefault("$in", one);
    return named instanceof Collection<?> ids && ids.stream().allMatch(IdLookup::isExact)
        ? Optional.of(of(ids.stream().map(DocumentKey::of)))
        : Optional.empty();
  }

  private static Optional<IdLookup> ofOr(List<Optional<IdLookup>> members) {
    return members.isEmpty() || members.contains(Optional.<IdLookup>empty())
        ? Optional.empty()
        : Optional.of(
            of(members.stream().flatMap(Optional::stream).flatMap(one -> one.keys().stream())));
  }

  private static Stream<Optional<IdLookup>> members(@Nullable Object queries) {
    List<?> all = queries instanceof List<?> list ? list : List.of();
    return all.stream()
        .map(each -> each instanceof Document query ? of(query) : Optional.<IdLookup>empty());
  }

  /**
   * Returns whether the matcher compares this value with an id by equality and nothing else. It
   * does not for null (which a missing field equals too), patterns, lists and operators; documents
   * with one of these inside are left to it too.
   */
  private static boolean isExact(@Nullable Object value) {
    if (value instanceof Document document) {
      return !QueryMatch.hasOperator(document)
          && document.values().stream().allMatch(IdLookup::isExact);
    }
    return value != null
        && !(value instanceof Collection<?>)
        && !BsonRegularExpression.isRegularExpression(value);
  }
}
