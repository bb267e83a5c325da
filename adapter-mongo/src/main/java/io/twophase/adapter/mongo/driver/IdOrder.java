package io.twophase.adapter.mongo.driver;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.value.Values;
import io.twophase.domain.value.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The order in which the writes of one command go: by the ids of their documents, and those of one
 * document as they were given. An engine that runs a command as one transaction locks a document at
 * its write and keeps the lock to the command's end; two commands that met documents in opposite
 * orders would then deadlock.
 */
public final class IdOrder {

  /** Of the n-th that is sent, its place in what was given; null where both orders are the same. */
  private final @Nullable List<Integer> places;

  private IdOrder(@Nullable List<Integer> places) {
    this.places = places;
  }

  /** The order of writes that name these ids: each a document with an {@code _id}. */
  static IdOrder of(List<BsonDocument> named) {
    List<String> ids = named.stream().map(IdOrder::key).toList();
    for (int at = 1; at < ids.size(); at++) {
      if (ids.get(at - 1).compareTo(ids.get(at)) > 0) {
        return new IdOrder(
            IntStream.range(0, ids.size()).boxed().sorted(Comparator.comparing(ids::get)).toList());
      }
    }
    return new IdOrder(null);
  }

  /** By which a document's place in the order is known. */
  public static String key(BsonDocument named) {
    BsonValue id = Objects.requireNonNull(named.get(Field.ID));
    if (id.isString()) {
      return id.asString().getValue();
    }
    // 5 and 5L are one document, and so on
    Value canonical = Values.decode(id).canonical();
    return canonical instanceof Value.Text text ? text.value() : canonical.exactText();
  }

  /** What was given, in the order in which it is sent. */
  <T> List<? extends T> sent(List<? extends T> given) {
    return places == null ? given : places.stream().map(given::get).toList();
  }

  /** The answers to what was sent, in the order in which it was given. */
  <R> List<R> given(List<R> answers) {
    if (places == null) {
      return answers;
    }
    List<R> given = new ArrayList<>(answers);
    for (int at = 0; at < answers.size(); at++) {
      given.set(places.get(at), answers.get(at));
    }
    return given;
  }
}
