package io.twophase.cli.request;

import io.twophase.cli.failure.CommandFailure;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.value.Value;
import io.vavr.control.Option;

/** Documents as they are named on a command line. */
public final class DocumentArguments {

  private DocumentArguments() {}

  /**
   * A document.
   *
   * @param id text as it is; in braces, Extended JSON
   * @throws CommandFailure if there can be no such document
   */
  public static DocumentRef ref(String collection, String id, Option<String> database) {
    Value value = id.startsWith("{") ? extended(id) : new Value.Text(id);
    try {
      CollectionName own = CollectionName.of(collection);
      return database.map(own::inDatabase).getOrElse(own).document(value);
    } catch (IllegalArgumentException invalid) {
      throw CommandFailure.badInput(String.valueOf(invalid.getMessage()));
    }
  }

  /** The value of a member, for a document's id need not be a document. */
  private static Value extended(String id) {
    JsonPart whole = JsonParts.read("ID", 1, "{\"" + OperationReader.ID + "\": " + id + "}");
    whole.allow(OperationReader.ID);
    return whole.get(OperationReader.ID).value();
  }
}
