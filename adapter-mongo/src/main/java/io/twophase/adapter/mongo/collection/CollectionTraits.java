package io.twophase.adapter.mongo.collection;

import io.twophase.domain.value.FieldPath;
import io.vavr.control.Option;
import java.util.List;

/**
 * What of a collection matters to holds on its documents.
 *
 * @param unique its unique indexes, without that of {@code _id}
 * @param unsafe why a settle could fail in it whatever is asked at the hold, or a guard mislead; in
 *     words that follow the collection's name
 */
public record CollectionTraits(List<UniqueIndex> unique, Option<String> unsafe) {

  /** Of a collection that is not there yet: a hold that needs it makes it. */
  static final CollectionTraits PLAIN = new CollectionTraits(List.of(), Option.none());

  /** Those of a collection that Twophase keeps its own documents in. */
  static final CollectionTraits RESERVED =
      new CollectionTraits(List.of(), Option.some("is one of the store's own"));

  /** The indexes do not change. */
  public CollectionTraits {
    unique = List.copyOf(unique);
  }

  /** The unique index that a change of that field could offend, if there is one. */
  public Option<UniqueIndex> uniqueOf(FieldPath path) {
    return Option.ofOptional(unique.stream().filter(index -> index.isOf(path)).findFirst());
  }
}
