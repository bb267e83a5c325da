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
    Value value =
        id.startsWith("{") ? JsonParts.read("ID '" + id + "'", 1, "{\"id\": " + id + "}").get("id").value()
            : new Value.Text(id);
    try {
      CollectionName own = CollectionName.of(collection);
      return database.map(own::inDatabase).getOrElse(own).document(value);
    } catch (IllegalArgumentException invalid) {
      throw CommandFailure.badInput(String.valueOf(invalid.getMessage()));
    }
  }
}
