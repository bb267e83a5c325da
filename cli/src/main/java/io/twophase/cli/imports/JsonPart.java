package io.twophase.cli.imports;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.twophase.adapter.mongo.document.ExtendedJson;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Similar;
import io.twophase.domain.Reason;
import io.twophase.domain.value.Value;
import io.vavr.control.Either;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A part of a JSON text that knows where it is, so that what is wrong with it can be named. A
 * caller that asks it for something that it is not gets {@link CommandFailure}, with one line that
 * names the file, the line, the field and the value.
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

  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private static final String NUMBER = "-?\\d+(\\.\\d+)?([eE][-+]?\\d+)?";

  /** Returns whether a text ends before its JSON does: more lines may belong to it. */
  static boolean isCut(String text) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      while (parser.nextToken() != null) {
        parser.getText();
      }
      return false;
    } catch (JsonProcessingException broken) {
      return broken.getLocation() != null && broken.getLocation().getCharOffset() >= text.length();
    } catch (IOException impossible) {
      throw unreadable(impossible);
    }
  }

  /**
   * The one object that a text is.
   *
   * @param file what the file is called in messages
   * @param firstLine the line of the file that the text begins in
   * @throws CommandFailure if it is none, or more follows
   */
  static JsonPart read(String file, long firstLine, String text) {
    Source source = new Source(file, firstLine, text);
    try (JsonParser parser = FACTORY.createParser(text)) {
      parser.nextToken();
      JsonPart whole = source.part(parser, "").object();
      CommandFailure.badInputIf(
          parser.nextToken() != null,
          source.place(parser.currentTokenLocation())
              + ": more follows the transaction; where there are many, each is on one line");
      return whole;
    } catch (JsonProcessingException broken) {
      JsonLocation at = broken.getLocation();
      // the library's words, without the options of the library that would allow it
      String words =
          broken.getOriginalMessage().replaceAll("(?:: enable|\\s*\\((?:for|start|not)) .*", "");
      String column = at == null ? "" : ", at column " + at.getColumnNr();
      throw CommandFailure.badInput(source.place(at) + ": no JSON: " + Lines.cut(words) + column);
    } catch (IOException impossible) {
      throw unreadable(impossible);
    }
  }

  private static UncheckedIOException unreadable(IOException impossible) {
    return new UncheckedIOException("a text that cannot be read", impossible);
  }

  /** The text that parts are read from, and where in its file it begins. */
  private record Source(String file, long firstLine, String text) {

    JsonPart part(JsonParser parser, String path) throws IOException {
      JsonLocation begin = parser.currentTokenLocation();
      JsonToken token = parser.currentToken();
      Map<String, JsonPart> members = new LinkedHashMap<>();
      List<JsonPart> elements = new ArrayList<>();
      if (token == JsonToken.START_OBJECT) {
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          parser.nextToken();
          members.put(name, part(parser, path.isEmpty() ? name : path + "." + name));
        }
      } else if (token == JsonToken.START_ARRAY) {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          elements.add(part(parser, path + "[" + elements.size() + "]"));
        }
      }
      // a string is read to its end only when it is asked for
      String last = parser.getText();
      int end = (int) parser.currentLocation().getCharOffset();
      String raw = text.substring((int) begin.getCharOffset(), end);
      String words = token == JsonToken.VALUE_STRING ? last : raw;
      boolean isNumber =
          (token == JsonToken.VALUE_NUMBER_FLOAT || path.endsWith(".$numberDouble"))
              && words.matches(NUMBER);
      return new JsonPart(place(begin), path, token, raw, words, members, elements)
          .require(
              !isNumber || Double.isFinite(Double.parseDouble(words)),
              "is beyond the range of a number");
    }

    String place(@Nullable JsonLocation at) {
      return file + ", line " + (firstLine + (at == null ? 0 : at.getLineNr() - 1));
    }
  }

  /** The failure that something is wrong with this part; the message names the value too. */
  CommandFailure fault(String what) {
    return faultOf("'" + Lines.value(text) + "' " + what);
  }

  /** The failure with a message that names the value already, or has none to name. */
  CommandFailure faultOf(String message) {
    return CommandFailure.badInput(words(message));
  }

  private String words(String message) {
    return place + ": " + (path.isEmpty() ? "" : path + ": ") + message;
  }

  /** Returns the value that this part was read as, or throws its failure, by the reason's name. */
  <T> T parsed(Either<? extends Reason, T> value) {
    return CommandFailure.parsed(value, this::words);
  }

  /** Returns what {@code make} makes; what it finds wrong is the fault of this part. */
  <T> T checked(Supplier<T> make) {
    try {
      return make.get();
    } catch (IllegalArgumentException invalid) {
      throw faultOf(String.valueOf(invalid.getMessage()));
    }
  }

  private JsonPart require(boolean isSo, String otherwise) {
    if (!isSo) {
      throw fault(otherwise);
    }
    return this;
  }

  /** This part, which must be an object. */
  JsonPart object() {
    return require(token == JsonToken.START_OBJECT, "is no JSON object");
  }

  /** The parts of this one, which must be an array. */
  List<JsonPart> array() {
    return require(token == JsonToken.START_ARRAY, "is no JSON array").elements;
  }

  /** The text of this part, which must be a string. */
  String string() {
    return require(token == JsonToken.VALUE_STRING, "is no text in quotes").text;
  }

  /** Returns whether this part, which must be true or false, is true. */
  boolean bool() {
    return require(token.isBoolean(), "is neither true nor false").token == JsonToken.VALUE_TRUE;
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
  void allow(Collection<String> names) {
    members.forEach(
        (name, member) -> {
          if (!names.contains(name)) {
            throw member.faultOf(
                "there is no such field here; there are "
                    + String.join(", ", names)
                    + Similar.question(name, names));
          }
        });
  }
}
