package io.twophase.cli.command;

import static io.twophase.cli.text.CommandFailure.refuse;
import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twophase.app.event.Evidence;
import io.twophase.app.event.ProofRefusal;
import io.twophase.app.event.TreeGrowth.Growth;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.FileFaults;
import io.twophase.cli.text.InputFile;
import io.twophase.cli.text.Lines;
import io.twophase.cli.view.Arguments;
import io.twophase.console.view.Json;
import io.twophase.console.view.ProofViews;
import io.twophase.domain.TransactionId;
import io.twophase.domain.event.BatchText;
import io.twophase.domain.event.ConsistencyProof;
import io.twophase.domain.event.Digest;
import io.twophase.domain.event.InclusionProof;
import io.twophase.domain.event.RecordProof;
import io.twophase.domain.event.TreeHead;
import io.twophase.domain.hold.RecordId;
import io.vavr.control.Either;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Evidence that decided transactions were not changed. */
@Command(name = "proof", addMethodSubcommands = false)
public final class ProofCommand extends SessionCommand {

  @Command(name = "on")
  int on() {
    return turned(
        "proof", "on", "proofs are on, and events too", twoPhase -> twoPhase.evidence().turnOn());
  }

  @Command(name = "off")
  int off() {
    return turned(
        "proof",
        "off",
        "proofs are off; events are as they were",
        twoPhase -> twoPhase.evidence().turnOff());
  }

  @Command(name = "head")
  int head(@Option(names = "--size", paramLabel = "N") @Nullable Long size) {
    return withTree(
        evidence -> {
          TreeHead head =
              size == null ? evidence.head() : answered(evidence.head(atLeast(size, 0)));
          return done(Json.object("head", head, "size", head.size()), head.toString());
        });
  }

  @Command(name = "show")
  int show(
      @Parameters(paramLabel = "ID") String id,
      @Option(names = "--size", paramLabel = "N") @Nullable Long size) {
    TransactionId transaction = Arguments.transactionId(id);
    return withTree(
        evidence ->
            answer(
                size == null
                    ? evidence.proof(transaction)
                    : evidence.proof(transaction, atLeast(size, 1))));
  }

  @Command(name = "renew")
  int renew(
      @Parameters(paramLabel = "FILE") Path file,
      @Option(names = "--size", paramLabel = "N") @Nullable Long size) {
    RecordProof old = ProofJson.read(file).ofRecord();
    return withTree(
        evidence ->
            answer(
                evidence.renewed(old, size == null ? evidence.head().size() : atLeast(size, 1))));
  }

  private int answer(Either<ProofRefusal, RecordProof> answer) {
    RecordProof proof = answered(answer);
    TreeHead head = proof.head().orElseThrow();
    return done(ProofViews.of(proof, head), shown(proof) + "is in the tree " + head);
  }

  @Command(name = "consistency")
  int consistency(
      @Parameters(paramLabel = "OLD") String old,
      @Parameters(paramLabel = "NEW", arity = "0..1") @Nullable String later) {
    TreeHead older = Arguments.head(old);
    return withTree(
        evidence -> {
          TreeHead head = later == null ? evidence.head() : Arguments.head(later);
          CommandFailure.refuseIf(
              older.size() > head.size(),
              "the tree has %s records, and had %s".formatted(head.size(), older.size()));
          ConsistencyProof proof = answered(evidence.consistency(older.size(), head.size()));
          CommandFailure.refuseIf(
              !proof.proves(older, head),
              "the tree %s has not grown from %s: something was changed".formatted(head, older));
          return done(ProofViews.of(proof, older, head), grown(older, head));
        });
  }

  private static String grown(TreeHead older, TreeHead head) {
    return "the tree " + head + " has grown from " + older;
  }

  @Command(name = "verify")
  int verify(
      @Parameters(paramLabel = "FILE") Path file,
      @Option(names = "--head", paramLabel = "SIZE:ROOT") Optional<String> kept) {
    Optional<TreeHead> head = kept.map(Arguments::head);
    ProofJson proof = ProofJson.read(file);
    int exitCode = proof.isOfHeads() ? verifyHeads(proof, head) : verifyRecord(proof, head);
    if (head.isEmpty()) {
      note("compare the head with one that was kept elsewhere, or give that by --head");
    }
    return exitCode;
  }

  private int verifyRecord(ProofJson json, Optional<TreeHead> kept) {
    RecordProof proof = json.ofRecord();
    TreeHead head = json.head();
    CommandFailure.refuseIf(!proof.proves(head), "it proves nothing: it does not lead to " + head);
    requireKept(kept, head);
    return done(
        Json.object("proven", true, "head", head, "content", proof.content()),
        shown(proof) + "is in the tree " + head);
  }

  private int verifyHeads(ProofJson json, Optional<TreeHead> kept) {
    TreeHead head = json.head();
    TreeHead older = json.older();
    CommandFailure.refuseIf(
        !json.ofHeads().proves(older, head),
        "it proves nothing: %s has not grown from %s".formatted(head, older));
    requireKept(kept, older);
    return done(Json.object("proven", true, "older", older, "head", head), grown(older, head));
  }

  private static void requireKept(Optional<TreeHead> kept, TreeHead proven) {
    kept.filter(head -> !head.equals(proven))
        .ifPresent(head -> refuse("it is of the head " + proven + ", not of " + head));
  }

  /** Works with the tree, once all that is decided by now is in it. */
  private int withTree(ToIntFunction<Evidence> work) {
    return withStore(
        () -> "interrupted; nothing but the tree of evidence was changed",
        session -> work.applyAsInt(grown(session.twoPhase().evidence())));
  }

  private Evidence grown(Evidence evidence) {
    if (!evidence.isOn()) {
      note("proofs are off; to turn them on: " + context().again() + " proof on");
    } else if (evidence.grow() instanceof Growth.Blocked blocked) {
      note(
          "the tree does not grow behind its %s records: %s"
              .formatted(blocked.size(), blocked.why().message()));
    }
    return evidence;
  }

  /** A file may hold anything. */
  private static String shown(RecordProof proof) {
    return proof.content().lines().map(line -> Lines.cut(line) + "\n").collect(joining());
  }

  private static long atLeast(long size, long least) {
    CommandFailure.badInputIf(size < least, "size " + size + " is below " + least);
    return size;
  }

  private static <T> T answered(Either<ProofRefusal, T> answer) {
    return answer.getOrElseGet(refusal -> refuse(refusal.kind(), refusal.message()));
  }

  /** Proofs that are read back from their JSON. */
  private record ProofJson(String file, JsonNode root) {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** The file is read as JSON. */
    static ProofJson read(Path path) {
      try (InputFile file = InputFile.of(path)) {
        String text = Files.readString(file.path());
        JsonNode root = MAPPER.readTree(text);
        CommandFailure.badInputIf(!root.isObject(), file + " is no proof");
        return new ProofJson(file.toString(), root);
      } catch (JsonProcessingException none) {
        throw CommandFailure.badInput("file " + path + " is no proof: it is no JSON");
      } catch (IOException fault) {
        throw CommandFailure.badInput(
            "file " + path + " cannot be read: " + FileFaults.words(fault));
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
              RecordId.parseBatch(batch.path("id").asText()).getOrElseThrow(odd -> fault("id")),
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
      path.forEach(
          each -> digests.add(Digest.parse(each.asText()).orElseThrow(() -> fault(field))));
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
}
