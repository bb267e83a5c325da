package io.twophase.domain.machine;

import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static java.util.stream.Collectors.toSet;

import io.twophase.domain.ApproverName;
import io.twophase.domain.Epoch;
import io.twophase.domain.Owner;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.CaptureRequest;
import io.twophase.domain.authorization.CaptureRequest.OfEach;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.machine.Step.Event;
import io.twophase.domain.machine.Worker.Goal;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.testing.Copies;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A worker's way: its goal, then what happens, a line each, and the step that follows. The store of
 * the way has one record, which the worker's own moves change as they match, and another's words
 * do.
 */
final class Way {

  private static final String TARGETS = "ABCDEF";
  private static final Owner ME = new Owner(Fixtures.APP, Fixtures.token("me"));
  private static final Owner YOU = new Owner(Fixtures.APP, Fixtures.token("you"));
  private static final RecordId BATCH = new RecordId("batch:b");

  private final Map<TransactionId, NewTransaction> bodies = new HashMap<>();
  private final List<NewTransaction> order = new ArrayList<>();
  private final boolean inOrder;
  private final Map<TransactionId, MemberDocument> documents = new HashMap<>();
  private Duration unmodified = Duration.ZERO;
  private @Nullable TransactionRecord record;
  private @Nullable Receipt receipt;
  private @Nullable String fault;
  private @Nullable Step written;
  private Worker worker;

  /**
   * @param words the operations of m1, m2 …, as {@link Op#all} reads them; and the goal
   */
  private Way(String words, String goal) {
    inOrder = goal.contains(" in order");
    for (String member : words.split(";", -1)) {
      NewTransaction body = body(order.size() + 1, member);
      NewTransaction asked =
          goal.contains(" under ")
              ? body.authorizedUnder(Aliens.terms(goal.replaceAll(".* under ", "")))
              : body;
      order.add(asked);
      bodies.put(asked.id(), asked);
    }
    worker = Worker.start(goal(goal), ME);
  }

  /** The lines of a way, each with the step that follows, and with what is known since. */
  static String of(String lines) {
    StringBuilder all = new StringBuilder();
    String before = "nothing";
    for (Map.Entry<String, Worker> each : workers(lines).entrySet()) {
      String known = Steps.known(each.getValue());
      all.append(
          "%-12s | %s%s\n"
              .formatted(
                  each.getKey().replaceAll(".*#", ""),
                  Steps.of(each.getValue().step()),
                  known.equals(before) ? "" : " | " + known));
      before = known;
    }
    return all.toString();
  }

  /** The worker after each line, by the line's place and words. */
  static Map<String, Worker> workers(String lines) {
    Map<String, Worker> workers = new LinkedHashMap<>();
    List<String[]> all = lines.lines().map(line -> line.split(" *\\| *", -1)).toList();
    Way way = new Way(all.get(0)[0], all.get(0)[1]);
    for (String[] words : all.subList(1, all.size())) {
      way.happens(words[0].trim());
      workers.put(workers.size() + "#" + words[0].trim(), way.worker);
    }
    return workers;
  }

  private static NewTransaction body(int number, String words) {
    List<Op> ops = Op.all(TARGETS, words);
    boolean isMoney = ops.stream().mapToLong(op -> op.delta(op.to())).sum() == 0;
    List<Operation> operations =
        ops.stream()
            .map(op -> op.operation("" + TARGETS.charAt(op.at()), isMoney && op.isRange(), 100))
            .toList();
    return new NewTransaction(transactionId("m" + number), operations, Optional.empty());
  }

  private Goal goal(String words) {
    String[] parts = words.split(" ", -1);
    RecordId id = parts[1].equals("b") ? BATCH : new RecordId(parts[1]);
    return switch (parts[0]) {
      case "submit" -> Goal.submit(NewRecord.submitted(order.get(0)));
      case "run" -> Goal.run(begun(id, ME));
      case "resume" -> Goal.resume(id);
      case "abandon" -> Goal.abandon(id);
      case "cancel" -> Goal.cancel(id, Fixtures.ON_REQUEST);
      case "capture" -> Goal.capture(id.transaction(), CaptureRequest.inFull());
      case "take" -> Goal.capture(id.transaction(), new OfEach(cents(Long.parseLong(parts[2]))));
      case "approve" -> Goal.approve(id.transaction(), new ApproverName("Ann"));
      default -> throw new IllegalArgumentException(words);
    };
  }

  private NewRecord begun(RecordId id, Owner owner) {
    return id.isOfMany()
        ? NewRecord.several(id, order, inOrder, owner)
        : NewRecord.alone(Optional.ofNullable(bodies.get(id.transaction())).orElseThrow(), owner);
  }

  private void happens(String words) {
    String[] parts = words.split(";", -1);
    for (int at = 0; at < parts.length - 1; at++) {
      another(parts[at].trim().split(" ", -1));
    }
    String last = parts[parts.length - 1].trim();
    if (!last.isEmpty()) {
      worker = worker.after(event(last));
    }
  }

  private TransactionRecord there() {
    return Optional.ofNullable(record).orElseThrow();
  }

  /** What was sent last, before the worker read. */
  private Step written() {
    return Optional.ofNullable(written).orElseThrow();
  }

  private RecordId id(String word) {
    return word.startsWith("m") ? new RecordId(word) : new RecordId("batch:" + word);
  }

  /** Another worker, or somebody else, has done something meanwhile. */
  private void another(String[] words) {
    String last = words[words.length - 1];
    switch (words[0]) {
      case "landed" -> begin(((Step.Insert) written()).record());
      case "moved" -> move(((Step.Move) written()).transition());
      case "begun" -> begin(begun(id(last), YOU));
      case "submitted" -> begin(NewRecord.submitted(order.get(0)));
      case "other" -> begin(NewRecord.alone(body(1, "F~"), YOU));
      case "tombstone" -> begin(NewRecord.tombstone(id(last)));
      case "named" -> document(words[1], id(last), false);
      case "differs" -> document(words[1], id(last), true);
      case "hidden" -> documents.remove(new TransactionId(last));
      case "acquired" -> move(Transition.acquire(there().id(), there().epoch(), YOU));
      case "authorized" -> move(Transition.authorize(there().id(), there().epoch()));
      case "approved" ->
          move(Transition.approve(there().id(), there().epoch(), new ApproverName(last)));
      case "captured" -> move(capture(List.of()));
      case "taken" -> move(capture(two(last)));
      case "excluded" ->
          move(Transition.exclude(there().id(), new TransactionId(last), Fixtures.ON_REQUEST));
      case "decided" -> move(decision(words, Map.of()));
      case "reduced" -> move(decision(new String[0], Map.of(order.get(0).id(), two(last))));
      case "canceled" -> move(Transition.cancel(there(), Fixtures.ON_REQUEST, YOU, List.of()));
      case "finished" -> move(Transition.finish(there().id(), there().state()));
      case "removed" -> receipt = Receipt.of(there().alone().orElseThrow()).orElseThrow();
      case "gone" -> record = null;
      case "broken" -> fault = "state: 7";
      case "unmodified" -> unmodified = Duration.ofDays(Long.parseLong(last));
      default -> throw new IllegalArgumentException(String.join(" ", words));
    }
  }

  private Transition capture(List<Long> amounts) {
    return Transition.capture(order.get(0).id(), there().epoch(), amounts, 0, YOU);
  }

  private static List<Long> two(String amount) {
    return List.of(Long.valueOf(amount), Long.valueOf(amount));
  }

  /** A decision of another's run that leaves these members out. */
  private Transition decision(String[] words, Map<TransactionId, List<Long>> moved) {
    Set<TransactionId> left = Stream.of(words).skip(1).map(TransactionId::new).collect(toSet());
    return Transition.decide(
        there().id(),
        there().members(),
        there().epoch(),
        there().excluded(),
        new Verdict(Map.of(), left, Set.of(), moved));
  }

  private void begin(NewRecord begun) {
    record = begun.stored(Fixtures.NOW);
    begun.documents(Fixtures.NOW).forEach(each -> documents.putIfAbsent(each.id(), each));
  }

  private void move(Transition transition) {
    record = transition.apply(there(), Fixtures.NOW).orElseThrow();
  }

  private void document(String member, RecordId names, boolean isAnother) {
    TransactionId id = new TransactionId(member);
    NewTransaction body =
        isAnother
            ? body(Integer.parseInt(member.substring(1)), "F~")
            : Optional.ofNullable(bodies.get(id)).orElseThrow();
    documents.put(id, new MemberDocument(names, body, Fixtures.NOW));
  }

  private Event event(String words) {
    Step step = worker.step();
    if (words.equals("gives up") || words.equals("is impatient")) {
      return new Event.GaveUp(words.equals("is impatient"));
    }
    if (step instanceof Step.Read read && List.of("seen", "stuck").contains(words)) {
      return new Event.Seen(lookups(read), words.equals("stuck"));
    }
    written = step;
    List<String> each = List.of(words.split(" ", -1));
    if (step instanceof Step.Insert insert) {
      return inserted(insert.record(), each);
    }
    if (step instanceof Step.Place place) {
      List<Answer> answers = new ArrayList<>();
      for (int at = 0; at < each.size(); at++) {
        answers.add(answer(place.claims().get(at), each.get(at)));
      }
      return new Event.Placed(answers);
    }
    List<MatchOutcome> outcomes =
        each.stream()
            .map(
                word ->
                    switch (word) {
                      case "+" -> MatchOutcome.MATCHED;
                      case "-" -> MatchOutcome.NOT_MATCHED;
                      default -> MatchOutcome.IN_DOUBT;
                    })
            .toList();
    if (outcomes.contains(MatchOutcome.MATCHED)) {
      matched(step, outcomes);
    }
    return new Event.Matched(outcomes);
  }

  private Event inserted(NewRecord begun, List<String> words) {
    if (words.get(0).equals("begun")) {
      record = begun.stored(Fixtures.NOW);
    }
    for (int at = 1; at < words.size(); at++) {
      if (words.get(at).equals("begun")) {
        MemberDocument document = begun.documents(Fixtures.NOW).get(at - 1);
        documents.put(document.id(), document);
      }
    }
    return new Event.Inserted(
        words.stream()
            .map(
                word ->
                    switch (word) {
                      case "begun" -> BeginOutcome.BEGUN;
                      case "taken" -> BeginOutcome.ID_TAKEN;
                      default -> BeginOutcome.IN_DOUBT;
                    })
            .toList());
  }

  private void matched(Step step, List<MatchOutcome> outcomes) {
    if (step instanceof Step.Move moved) {
      move(moved.transition());
    } else if (step instanceof Step.Take taken) {
      for (int at = 0; at < outcomes.size(); at++) {
        if (outcomes.get(at) == MatchOutcome.MATCHED) {
          MemberTake take = taken.takes().get(at);
          take.taken(take.free(), Fixtures.NOW)
              .peek(document -> documents.put(document.id(), document))
              .peekLeft(alone -> record = alone);
        }
      }
    }
  }

  private Answer answer(Placing asked, String word) {
    Hold mine = Hold.of(Documents.HOME, asked);
    Target target = asked.claim().target();
    String[] parts = word.split("[@:/]", -1);
    return switch (parts[0]) {
      case "held" -> Answer.held(mine);
      case "present" -> Answer.present(mine.at(new Epoch(Long.parseLong(parts[1]))));
      case "orphan" -> Answer.present(orphan(mine, Long.parseLong(parts[1])));
      case "busy" ->
          word.contains(":")
              ? Answer.busy(alien("m9"), new Target.OfDocument(Documents.order(parts[1])), busy())
              : Answer.busy(alien(parts.length == 1 ? "m9" : parts[1]), busy());
      case "failed" -> Answer.FAILED;
      case "short" ->
          new Answer(
              Answer.Kind.SHORT,
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Long.parseLong(parts[1]),
              Long.parseLong(parts[2]));
      case "no" -> Answer.refused(new DocumentRefusal.NoSuchDocument(document(target)));
      default -> Answer.IN_DOUBT;
    };
  }

  private static io.twophase.domain.document.DocumentRef document(Target target) {
    return target.fold(account -> Documents.order(account.value()), document -> document);
  }

  private static DocumentRefusal busy() {
    return new DocumentRefusal.DocumentBusy(Documents.order("X"), transactionId("m9"));
  }

  private static Hold alien(String record) {
    DocumentOperation any = Documents.absent(Documents.order("X"));
    return Hold.of(
        Documents.HOME,
        new Placing(
            new RecordId(record), Epoch.FIRST, new Claim.OfDocument(transactionId("m9"), any)));
  }

  /** A hold of this id that its record cannot have placed. */
  private static Hold orphan(Hold mine, long amount) {
    boolean takes = mine.range().debit() > 0;
    return Copies.with(
        mine, "range", takes ? Range.whole(amount, 0) : Range.whole(0, amount), "digest", "x");
  }

  private List<Lookup> lookups(Step.Read read) {
    List<Lookup> lookups = new ArrayList<>();
    if (read.record()) {
      lookups.add(lookup(worker.id().value()));
    }
    read.members().forEach(id -> lookups.add(lookup(id.value())));
    return lookups;
  }

  private Lookup lookup(String id) {
    if (fault != null) {
      return Lookup.unreadable(id, fault);
    }
    if (receipt != null) {
      return Lookup.removed(receipt);
    }
    MemberDocument document = id.startsWith("m") ? documents.get(new TransactionId(id)) : null;
    if (document != null && (record == null || !record.id().value().equals(id))) {
      return Lookup.found(
          document,
          Optional.ofNullable(record).filter(there -> there.id().equals(document.record())),
          unmodified);
    }
    return record != null && record.id().value().equals(id)
        ? Lookup.found(record, unmodified)
        : Lookup.absent(id);
  }
}
