package io.twophase.cli.run;

import com.fasterxml.jackson.core.JsonToken;
import io.twophase.adapter.mongo.document.ExtendedJson;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Similar;
import io.twophase.domain.value.Value;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A part of a JSON text that knows where it is, so that what is wrong with it can be named. What
 * asks it for something that it is not throws {@link CommandFailure}, with one line that names the
 * file, the line, the field and the value.
 *
 * @param place the file and the line, for messages
 * @param path the field, from the outermost object on; empty of that object itself
 * @param token what the part is, by its first token
 * @param raw the part as it is written
 * @param text a string without its quotes; of other parts what {@code raw} is
 * @param members of an object, in their order
 * @param elements of an array
 */
record JsonPart(
    String place,
    String path,
    JsonToken token,
    String raw,
    String text,
    Map<String, JsonPart> members,
    List<JsonPart> elements) {

  /** The failure that something is wrong with this part; the message names the value too. */
  CommandFailure fault(String what) {
    return CommandFailure.badInput(where() + "'" + Lines.value(shown()) + "' " + what);
  }

  /** The failure with a message that names the value already, or has none to name. */
  CommandFailure faultOf(String message) {
    return CommandFailure.badInput(where() + message);
  }

  private String where() {
    return place + ": " + (path.isEmpty() ? "" : path + ": ");
  }

  private String shown() {
    return token == JsonToken.VALUE_STRING ? text : raw;
  }

  /** Returns what {@code make} makes; what it finds wrong is the fault of this part. */
  <T> T checked(java.util.function.Supplier<T> make) {
    try {
      return make.get();
    } catch (IllegalArgumentException invalid) {
      throw faultOf(String.valueOf(invalid.getMessage()));
    }
  }

  /** This part, which must be an object. */
  JsonPart object() {
    if (token != JsonToken.START_OBJECT) {
      throw fault("is no JSON object");
    }
    return this;
  }

  /** The parts of this one, which must be an array. */
  List<JsonPart> array() {
    if (token != JsonToken.START_ARRAY) {
      throw fault("is no JSON array");
    }
    return elements;
  }

  /** The text of this part, which must be a string. */
  String string() {
    if (token != JsonToken.VALUE_STRING) {
      throw fault("is no text in quotes");
    }
    return text;
  }

  /** Returns whether this part, which must be true or false, is true. */
  boolean bool() {
    if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
      throw fault("is neither true nor false");
    }
    return token == JsonToken.VALUE_TRUE;
  }

  /** The value of this part, as Extended JSON has it. */
  Value value() {
    return ExtendedJson.parse(raw)
        .getOrElseThrow(
            why -> fault("is no value of MongoDB's Extended JSON: " + Lines.value(why)));
  }

  /** The number that this part must be, a whole one of 64 bits. */
  long wholeNumber() {
    return value().wholeNumber().orElseThrow(() -> fault("is not a whole number of 64 bits"));
  }

  /** The member of that name. */
  JsonPart get(String name) {
    return find(name).orElseThrow(() -> faultOf("the field '" + name + "' is missing"));
  }

  /** The member of that name, if there is one. */
  Optional<JsonPart> find(String name) {
    return Optional.ofNullable(object().members.get(name));
  }

  /** Refuses members of other names: a name that is misspelt is not passed over. */
  void allow(String... names) {
    for (Map.Entry<String, JsonPart> member : members.entrySet()) {
      if (!Arrays.asList(names).contains(member.getKey())) {
        throw member
            .getValue()
            .faultOf(
                "there is no such field here; there are "
                    + String.join(", ", names)
                    + Similar.question(member.getKey(), List.of(names)));
      }
    }
  }
}
