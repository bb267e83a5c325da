package io.twophase.cli.run;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.Lines;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads one JSON text into parts that know where they are. */
final class JsonParts {

  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final String file;
  private final long firstLine;
  private final String text;

  private JsonParts(String file, long firstLine, String text) {
    this.file = file;
    this.firstLine = firstLine;
    this.text = text;
  }

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
    return new JsonParts(file, firstLine, text).read();
  }

  private JsonPart read() {
    try (JsonParser parser = FACTORY.createParser(text)) {
      parser.nextToken();
      JsonPart whole = part(parser, "").object();
      if (parser.nextToken() != null) {
        throw CommandFailure.badInput(
            place(parser)
                + ": more follows the transaction; where there are many, each is on one line");
      }
      return whole;
    } catch (JsonProcessingException broken) {
      throw CommandFailure.badInput(
          place(broken.getLocation() == null ? 1 : broken.getLocation().getLineNr())
              + ": no JSON: "
              + Lines.cut(words(broken))
              + (broken.getLocation() == null
                  ? ""
                  : ", at column " + broken.getLocation().getColumnNr()));
    } catch (IOException impossible) {
      throw unreadable(impossible);
    }
  }

  private static UncheckedIOException unreadable(IOException impossible) {
    return new UncheckedIOException("a text that cannot be read", impossible);
  }

  /** The library's words, without the options of the library that would allow it. */
  private static String words(JsonProcessingException broken) {
    return broken.getOriginalMessage().replaceAll("\\s*\\((?:for|start marker).*", "");
  }

  private JsonPart part(JsonParser parser, String path) throws IOException {
    String place = place(parser);
    JsonToken token = parser.currentToken();
    int begin = (int) parser.currentTokenLocation().getCharOffset();
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
    String raw = text.substring(begin, (int) parser.currentLocation().getCharOffset());
    return new JsonPart(
        place, path, token, raw, token == JsonToken.VALUE_STRING ? last : raw, members, elements);
  }

  private String place(JsonParser parser) {
    return place(parser.currentTokenLocation().getLineNr());
  }

  private String place(int line) {
    return file + ", line " + (firstLine + line - 1);
  }
}
