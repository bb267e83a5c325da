package io.twophase.adapter.mongo.record;

import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.document.MalformedDocumentException;
import io.vavr.control.Either;
import java.util.function.Function;
import org.bson.BsonDocument;

/**
 * How documents of the one form are read: a document that is malformed is a value, with a fault.
 */
final class Decoding {

  private Decoding() {}

  /** The result of the reader, or what is wrong with the document: never an exception. */
  static <T> Either<String, T> of(BsonDocument document, Function<Fields, T> reader) {
    try {
      return Either.right(reader.apply(Fields.of(document)));
    } catch (MalformedDocumentException malformed) {
      return Either.left(malformed.fault());
    } catch (IllegalArgumentException | ArithmeticException inconsistent) {
      return Either.left(String.valueOf(inconsistent.getMessage()));
    }
  }
}
