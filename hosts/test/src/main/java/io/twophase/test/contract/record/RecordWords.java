package io.twophase.test.contract.record;

import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.test.contract.record.RecordContract.BATCH;
import static io.twophase.test.contract.record.RecordContract.OWNER;
import static io.twophase.test.contract.record.RecordContract.REFUSAL;
import static io.twophase.test.contract.record.RecordContract.RIVAL;
import static io.twophase.test.contract.record.RecordContract.at;
import static io.twophase.test.contract.record.RecordContract.authorization;
import static io.twophase.test.contract.record.RecordContract.body;
import static io.twophase.test.contract.record.RecordContract.finish;
import static io.twophase.test.contract.record.RecordContract.finishCancel;

import io.twophase.domain.ApproverName;
import io.twophase.domain.Epoch;
import io.twophase.domain.Owner;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.BodyWords;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Records, transitions and takes in the words of {@link RecordScenes}, for any scene. */
public final class RecordWords {

  /** m2 was excluded, m3 is refused, m4 left out, since it was not seen, and m1 applied. */
  private static final List<String> FOUR_DECIDED =
      List.of("m1", "m2=excluded", "m3=refused", "m4=left", "m4=unseen");

  private RecordWords() {}

  /** Reads each of several words that have a comma between them. */
  public static <T> Stream<T> each(String words, Function<String, T> what) {
    return words.isEmpty() ? Stream.empty() : Stream.of(words.split(", ", -1)).map(what);
  }

  /** The id of a record, of which {@code b1} is {@code batch:1}. */
  public static RecordId record(String word) {
    return new RecordId(word.replaceFirst("^b(?=\\d)", "batch:"));
  }

  /** A transfer, any operations with {@code &} between them, or an authorization for a time. */
  static NewTransaction bodyOf(String words) {
    if (words.startsWith("authorization ")) {
      String[] said = words.split(" ", -1);
      return said.length == 2
          ? authorization(said[1])
          : body(said[1]).authorizedUnder(BodyWords.terms(words.split(" for ", 2)[1]));
    }
    if (words.contains(" ")) {
      return BodyWords.body(words);
    }
    String[] parts = words.split("/", -1);
    String[] moves = (parts[0].contains("=") ? parts[0] : parts[0] + "=A>B:7").split("[=>:]", -1);
    NewTransaction body = transfer(moves[0], moves[1], moves[2], cents(Long.parseLong(moves[3])));
    Labels labels = Labels.NONE;
    for (String label : List.of(parts).subList(1, parts.length)) {
      String[] sides = label.split("=", 2);
      switch (sides[0]) {
        case "note" -> body = body.noted(sides[1]);
        case "ref" -> labels = labels.referenced(sides[1]);
        default -> labels = labels.with(sides[0], sides[1]);
      }
    }
    return body.labelled(labels);
  }

  /** A record alone, or one of several members, which may be in their order. */
  public static NewRecord begun(String words) {
    String[] owned = words.split(" by ", 2);
    Owner owner = owned.length == 1 ? OWNER : new Owner(RIVAL.application(), token(owned[1]));
    String[] several = owned[0].replaceFirst("^ordered ", "").split(" of ", 2);
    String[] parts = owned[0].split(" ", 2);
    if (several.length == 2 && !several[0].contains(" ")) {
      return NewRecord.several(
          record(several[0]),
          Stream.of(several[1].split(" ", -1)).map(RecordWords::bodyOf).toList(),
          parts[0].equals("ordered"),
          owner);
    }
    return switch (parts[0]) {
      case "tombstone" -> NewRecord.tombstone(record(parts[1]));
      case "submitted" -> NewRecord.submitted(bodyOf(parts[1]));
      default -> NewRecord.alone(bodyOf(owned[0]), owner);
    };
  }

  /** A verb, the record, and an epoch, members or an application. */
  public static Transition transition(
      String words, Function<RecordId, TransactionRecord> recordOf) {
    String[] parts = words.split(" ", -1);
    String last = parts[parts.length - 1];
    RecordId id = record(parts.length > 1 ? parts[1] : "four");
    return switch (parts[0]) {
      case "acquire" -> Transition.acquire(id, epoch(parts), owner(parts));
      case "authorize" -> Transition.authorize(id, epoch(parts));
      case "approve" -> Transition.approve(id, at(1), new ApproverName(last));
      case "capture" ->
          Transition.capture(
              id.transaction(),
              epoch(parts),
              parts.length == 5 ? Collections.nCopies(2, Long.valueOf(last)) : List.of(),
              parts.length < 4 ? 0 : Integer.parseInt(parts[3]),
              RIVAL);
      case "decide" ->
          parts.length == 1
              ? decided(BATCH, FOUR_DECIDED)
              : decided(id, List.of(parts).subList(2, parts.length));
      case "exclude" ->
          Transition.exclude(parts.length == 2 ? BATCH : id, transactionId(last), ON_REQUEST);
      case "cancel" -> Transition.cancel(recordOf.apply(id), ON_REQUEST, RIVAL, List.of());
      case "stop" ->
          Transition.cancel(
              begun(words.substring("stop ".length())).stored(Instant.EPOCH),
              ON_REQUEST,
              last.equals("owner") ? OWNER : RIVAL,
              List.of());
      case "void" ->
          Transition.cancel(
              NewRecord.alone(authorization(last), OWNER)
                  .stored(Instant.EPOCH)
                  .after(Transition.authorize(id, at(1)), Instant.EPOCH),
              new CancelReason.Expired(Instant.EPOCH),
              RIVAL,
              List.of());
      case "finish" -> finish(id);
      case "annul" -> finishCancel(id);
      case "forget" -> Transition.forget(id, State.DONE);
      case "bury" -> Transition.forget(id, State.CANCELED);
      default -> throw new IllegalArgumentException(words);
    };
  }

  /** At an epoch, or the first: the record itself, or members, each applied or as it says. */
  private static Transition decided(RecordId id, List<String> words) {
    boolean saysEpoch = !words.isEmpty() && words.get(0).matches("\\d+");
    Set<TransactionId> members = new LinkedHashSet<>();
    Map<TransactionId, CancelReason> refused = new HashMap<>();
    Map<TransactionId, CancelReason> excluded = new HashMap<>();
    Set<TransactionId> left = new LinkedHashSet<>();
    Set<TransactionId> unseen = new HashSet<>();
    Map<TransactionId, List<Long>> moved = new HashMap<>();
    for (String word : words.subList(saysEpoch ? 1 : 0, words.size())) {
      String[] sides = word.split("=", 2);
      TransactionId member = transactionId(sides[0]);
      members.add(member);
      switch (sides.length == 1 ? "applied" : sides[1]) {
        case "applied" -> {}
        case "refused" -> refused.put(member, REFUSAL);
        case "excluded" -> excluded.put(member, ON_REQUEST);
        case "left" -> left.add(member);
        case "unseen" -> unseen.add(member);
        default ->
            moved.put(member, Stream.of(sides[1].split("\\+", -1)).map(Long::valueOf).toList());
      }
    }
    return Transition.decide(
        id,
        members.isEmpty() ? List.of(id.transaction()) : List.copyOf(members),
        saysEpoch ? at(Long.parseLong(words.get(0))) : Epoch.FIRST,
        excluded,
        new Verdict(refused, left, unseen, moved));
  }

  private static Epoch epoch(String[] words) {
    return at(words.length < 3 ? 1 : Long.parseLong(words[2]));
  }

  private static Owner owner(String[] words) {
    return words.length == 3 ? RIVAL : new Owner(application(words[3]), token(words[3]));
  }

  /** A member goes into another record, or is alone, or canceled. */
  public static MemberTake take(String words) {
    String[] parts = words.split(" ", -1);
    MemberDocument free = memberOf(record(parts[parts.length - 1]), parts[parts.length - 3]);
    return switch (parts[0]) {
      case "into" -> MemberTake.into(record(parts[1]), free);
      case "alone" -> MemberTake.alone(free, OWNER);
      default -> MemberTake.canceled(free, ON_REQUEST, RIVAL);
    };
  }

  /** The document of a member whose body is as in the words. */
  static MemberDocument memberOf(RecordId record, String words) {
    return new MemberDocument(record, bodyOf(words), Instant.EPOCH);
  }
}
