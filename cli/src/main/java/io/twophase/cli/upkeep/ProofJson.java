package io.twophase.cli.upkeep;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twophase.cli.file.FileFaults;
import io.twophase.cli.file.InputFile;
import io.twophase.cli.text.CommandFailure;
import io.twophase.domain.BatchId;
import io.twophase.domain.event.BatchText;
import io.twophase.domain.event.ConsistencyProof;
import io.twophase.domain.event.Digest;
import io.twophase.domain.event.InclusionProof;
import io.twophase.domain.event.RecordProof;
import io.twophase.domain.event.TreeHead;
import io.twophase.domain.hold.RecordId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Proofs that are read back from their JSON. */
final class ProofJson {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final String file;
  private final JsonNode root;

  private ProofJson(String file, JsonNode root) {
    this.file = file;
    this.root = root;
  }

  /** The file is read as JSON. */
  static ProofJson read(Path path) {
    try (InputFile file = InputFile.of(path)) {
      String text = Files.readString(file.path());
      JsonNode root = MAPPER.readTree(text);
      if (!root.isObject()) {
        throw CommandFailure.badInput(file + " is no proof");
      }
      return new ProofJson(file.toString(), root);
    } catch (JsonProcessingException none) {
      throw CommandFailure.badInput("file " + path + " is no proof: it is no JSON");
    } catch (IOException fault) {
      throw CommandFailure.badInput("file " + path + " cannot be read: " + FileFaults.words(fault));
    }
  }

  /** Returns whether it is one of two heads, and not of a transaction. */
  boolean isOfHeads() {
    return root.has("older");
  }

  TreeHead head() {
    return head("head");
  }

  TreeHead older() {
    return head("older");
  }

  private TreeHead head(String field) {
    return TreeHead.parse(root.path(field).asText()).orElseThrow(() -> fault(field));
  }

  ConsistencyProof ofHeads() {
    return new ConsistencyProof(older().size(), head().size(), digests(root, "path"));
  }

  RecordProof ofRecord() {
    long number = whole(root, "number");
    if (!root.path("content").isTextual()) {
      throw fault("content");
    }
    return new RecordProof(
        root.path("content").asText(),
        root.has("batch") ? Optional.of(inBatch(number)) : Optional.empty(),
        new InclusionProof(number - 1, head().size(), digests(root, "path")));
  }

  private RecordProof.InBatch inBatch(long number) {
    JsonNode batch = root.path("batch");
    int members = checked("members", () -> Math.toIntExact(whole(batch, "members")));
    BatchText text =
        new BatchText(
            number,
            checked("id", () -> new RecordId(new BatchId(batch.path("id").asText()).value())),
            Optional.ofNullable(batch.get("decided"))
                .map(at -> checked("decided", () -> Instant.parse(at.asText()))),
            members);
    return new RecordProof.InBatch(
        text, new InclusionProof(whole(batch, "place") - 1, members, digests(batch, "path")));
  }

  private long whole(JsonNode node, String field) {
    JsonNode value = node.path(field);
    if (!value.canConvertToLong() || !value.isIntegralNumber() || value.asLong() < 1) {
      throw fault(field);
    }
    return value.asLong();
  }

  private List<Digest> digests(JsonNode node, String field) {
    JsonNode path = node.path(field);
    if (!path.isArray()) {
      throw fault(field);
    }
    List<Digest> digests = new ArrayList<>();
    path.forEach(each -> digests.add(Digest.parse(each.asText()).orElseThrow(() -> fault(field))));
    return digests;
  }

  private <T> T checked(String field, Supplier<T> make) {
    try {
      return make.get();
    } catch (IllegalArgumentException | ArithmeticException | DateTimeException odd) {
      throw fault(field);
    }
  }

  private CommandFailure fault(String field) {
    return CommandFailure.badInput(
        file + " is no proof: its field " + field + " is missing or odd");
  }
}
