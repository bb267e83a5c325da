package io.twophase.cli.imports;

import io.twophase.cli.text.CommandFailure;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.value.Value;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Documents as they are named on a command line. */
public final class DocumentArguments {

  private static final Pattern WHOLE_NUMBER = Pattern.compile("-?\\d{1,18}");
  private static final Pattern OBJECT_ID = Pattern.compile("[0-9a-fA-F]{24}");

  private DocumentArguments() {}

  /**
   * A document.
   *
   * @param id text as it is; in braces, Extended JSON; in brackets, the Extended JSON of any value
   * @throws CommandFailure if there can be no such document
   */
  public static DocumentRef ref(String collection, String id, Optional<String> database) {
    Value value = id.startsWith("{") || id.startsWith("[") ? extended(id) : new Value.Text(id);
    try {
      CollectionName own = CollectionName.of(collection);
      return database.map(own::inDatabase).orElse(own).document(value);
    } catch (IllegalArgumentException invalid) {
      throw CommandFailure.badInput(String.valueOf(invalid.getMessage()));
    }
  }

  /**
   * Returns how an id is written that is no text and looks as this text does; none if none does.
   */
  public static Optional<String> lookalike(String id) {
    if (WHOLE_NUMBER.matcher(id).matches()) {
      return Optional.of("{\"$numberLong\": \"" + id + "\"}");
    }
    return OBJECT_ID.matcher(id).matches()
        ? Optional.of("{\"$oid\": \"" + id + "\"}")
        : Optional.empty();
  }

  /** The value of a member, for a document's id need not be a document. */
  private static Value extended(String id) {
    JsonPart whole = JsonPart.read("ID", 1, "{\"" + OperationReader.ID + "\": " + id + "}");
    whole.allow(List.of(OperationReader.ID));
    JsonPart given = whole.get(OperationReader.ID);
    List<JsonPart> values = id.startsWith("{") ? List.of(given) : given.array();
    if (values.size() != 1) {
      throw given.fault("is not one value in brackets");
    }
    return values.get(0).value();
  }
}
