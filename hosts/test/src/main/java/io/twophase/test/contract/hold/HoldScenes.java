package io.twophase.test.contract.hold;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.HoldWords.at;
import static io.twophase.domain.testing.HoldWords.release;
import static io.twophase.domain.testing.HoldWords.settle;
import static io.twophase.domain.testing.HoldWords.withdraw;
import static io.twophase.domain.testing.Scenes.word;
import static java.util.Locale.ROOT;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.PeriodName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.OpeningRefusal.OpenedDifferently;
import io.twophase.domain.account.Period;
import io.twophase.domain.account.PostingsChange;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.domain.testing.AccountFixture;
import io.twophase.domain.testing.Answers;
import io.twophase.domain.testing.Copies;
import io.twophase.domain.testing.DocumentWords;
import io.twophase.domain.testing.HoldWords;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.test.contract.Many;
import io.twophase.test.contract.Race;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The contract in scenes, which are beside this class: {@code accounts.txt}, {@code ranges.txt},
 * {@code documents.txt}, {@code reading.txt}, {@code calls.txt}, {@code races.txt}. A step is a
 * verb and its words, several behind commas:
 *
 * <pre>
 * open A 40 ceiling=100                   an account, in cents
 * host #o1 {n:50}                         a document of a host, in the collection of the orders
 * place t1@3 A-5                          a debit of 5 of the record t1 at epoch 3; of the first, if no epoch is said
 * place b1 A-30/40+50/60                  a range of the record batch:1; had 40, could 60
 * place t1 A-9~                           a debit of at most 9
 * place t1 #o1.n+5[0..99]                 a range of a field; from 0 to 100, if no bounds are said
 * place t1 change #o1 n==50 n=51          an operation on a document
 * settle t1 A-5, withdraw t2 A+5          ends; of a range of both directions by -3
 * release t1 A-5, seen t2 A+5             ends at any epoch; and of a hold as it was read
 * stamp t1@3 A-5 to 9                     raises a hold to an epoch
 * account A, read #o1                     what is stored
 * try t1 A-5, t2 A-5                      places, and is answered by the kinds alone
 * again, stamp all to 2, settle all       of what was tried last; a release or withdraw, too
 * race try t1 A-5 | settle t2 A-5 then …  steps that many make at once
 * </pre>
 *
 * <p>A hold is answered in the words of the request that places exactly this hold.
 */
public abstract class HoldScenes extends HoldCases {

  private static final String ELSEWHERE = "elsewhere.";

  private final Map<Hold, String> known = new ConcurrentHashMap<>();
  private volatile Optional<Placing> ended = Optional.empty();

  /** The requests of the last call that was tried, and those of them that are held. */
  private volatile List<Placing> tried = List.of();

  private volatile Set<Placing> held = Set.of();

  @ScenesOf({
    "accounts.txt",
    "ranges.txt",
    "documents.txt",
    "reading.txt",
    "calls.txt",
    "races.txt"
  })
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(this::step);
  }

  private String step(String written) {
    String step = written.replace(ELSEWHERE, contract().anotherDatabase() + ".");
    String[] words = step.split(" ", 2);
    String all = words.length == 1 ? "" : words[1];
    String[] each = all.split(" ", -1);
    return switch (words[0]) {
      case "limit" -> Scenes.done(() -> limited(new HoldLimit(Integer.parseInt(all))));
      case "open" -> opened(all);
      case "freeze", "unfreeze", "close" -> changed(words[0], all);
      case "account" -> listed(all, id -> words(read(id)));
      case "host" -> listed(all, this::hosted);
      case "read" ->
          listed(
              all, word -> read(DocumentWords.document(word)).map(this::words).orElse("nothing"));
      case "place" -> placed(all);
      case "try" -> tried(placings(all));
      case "again" -> tried(tried);
      case "hold" -> assertHeld(all);
      case "settle", "withdraw", "release", "seen" -> ended(step);
      case "stamp" -> stamped(all);
      case "admits" -> admits(all.split(" \\| ", -1));
      case "find" -> found(each(all).map(HoldWords::target).toList());
      case "latest" -> listed(all, this::latest);
      case "scan" -> scanned(each);
      case "select" -> selected(each).sorted().collect(joining(", "));
      case "count" -> String.valueOf(selected(each).distinct().count());
      case "collections" -> collections();
      case "stop", "resume" -> postings(words[0], all.split(" ", 2));
      case "period" -> period(new PeriodName(all));
      case "periods" -> periods(all);
      case "race" -> Race.of(all, this::step);
      default -> throw new IllegalArgumentException(step);
    };
  }

  private static Stream<String> each(String words) {
    return words.isEmpty() ? Stream.empty() : Stream.of(words.split(", ", -1));
  }

  private static String listed(String words, Function<String, String> answer) {
    return each(words).map(answer).collect(joining(", "));
  }

  // what there is

  private static Opening opening(String words) {
    return Answers.accepted(AccountFixture.words(words));
  }

  /** Opens accounts in one call; each that is opened is read back as it was opened. */
  private String opened(String words) {
    List<Opening> openings = Stream.of(words.split(", ", -1)).map(HoldScenes::opening).toList();
    List<OpenOutcome> outcomes = store().accounts().open(openings);
    List<String> all = new ArrayList<>();
    for (int at = 0; at < openings.size(); at++) {
      if (outcomes.get(at) instanceof OpenOutcome.Opened) {
        assertThat(read(openings.get(at).id().value())).isEqualTo(Account.open(openings.get(at)));
      }
      all.add(
          outcomes
              .get(at)
              .fold(
                  opened -> "opened",
                  there -> "already open",
                  refused -> ((OpenedDifferently) refused.reason()).existing().toString(),
                  doubt -> "in doubt"));
    }
    return String.join(", ", all);
  }

  private String hosted(String words) {
    String[] parts = words.split(" ", 2);
    return Scenes.done(
        () -> host(DocumentWords.document(parts[0]), DocumentWords.fields(parts[1])));
  }

  private String changed(String verb, String account) {
    StatusOutcome outcome =
        store().accounts().change(accountId(account), StatusChange.valueOf(verb.toUpperCase(ROOT)));
    if (outcome instanceof StatusOutcome.Changed changed) {
      assertThat(changed.account()).isEqualTo(read(account));
      return word(changed.account().status());
    }
    return ((StatusOutcome.Refused) outcome).reason().toString();
  }

  private String words(Account account) {
    return "%d, %d available, %d receivable"
            .formatted(
                account.bounds().value(),
                account.bounds().available(),
                account.bounds().receivable())
        + (account.status() == AccountStatus.ACTIVE ? "" : ", " + word(account.status()))
        + (account.own().all().isEmpty() ? "" : ", " + DocumentWords.of(account.own()))
        + holders(account);
  }

  private String words(Document document) {
    StringBuilder words =
        new StringBuilder(
            document.placeholder() ? "placeholder" : DocumentWords.of(document.fields()));
    new TreeMap<>(document.escrow())
        .forEach(
            (field, now) ->
                words.append(
                    ", %s has %d available and %d receivable in %d..%d"
                        .formatted(
                            field, now.available(), now.receivable(), now.floor(), now.ceiling())));
    document
        .lastTransaction()
        .ifPresent(
            last -> {
              assertThat(last.home()).isEqualTo(store().home());
              boolean isEnded =
                  ended.stream().anyMatch(each -> holdOf(each).transaction().equals(last.id()));
              words.append(", changed by ").append(isEnded ? "it" : last.id());
            });
    return words + holders(document);
  }

  /** Holds have no order. */
  private String holders(Stored stored) {
    return stored.holds().isEmpty()
        ? ""
        : stored.holds().stream()
            .map(this::words)
            .sorted()
            .collect(joining(", ", ", held by ", ""));
  }

  private String words(Hold hold) {
    return known.getOrDefault(hold, hold.toString());
  }

  // requests

  private static String words(CollectionName name) {
    return (name.database().isPresent() ? ELSEWHERE : "") + name.collection();
  }

  private static String words(DocumentRef ref) {
    String id = DocumentWords.of(ref.id()).replace("\"", "");
    return (words(ref.collection()) + "#" + id).replaceFirst("^orders#", "#");
  }

  private static String words(Target target) {
    return target.fold(account -> account.value(), HoldScenes::words);
  }

  private List<Placing> placings(String words) {
    return each(words).map(this::placing).toList();
  }

  /** A request; its hold has its words from now on. */
  private Placing placing(String words) {
    Placing placing = HoldWords.placing(words);
    say(placing, words.substring(words.indexOf(' ')), words.replaceAll("[/@ ].*", ""));
    return placing;
  }

  private void say(Placing placing, String claim, String record) {
    String words = record + "@" + placing.epoch() + claim;
    known.putIfAbsent(
        holdOf(placing), words.replace(contract().anotherDatabase() + ".", ELSEWHERE));
  }

  // calls

  private String placed(String words) {
    return store().holds().place(placings(words)).stream().map(this::words).collect(joining(", "));
  }

  /** Places, and is answered that each hold is held, as it was asked for. */
  private String assertHeld(String words) {
    List<Placing> asked = placings(words);
    assertThat(store().holds().place(asked))
        .isEqualTo(asked.stream().map(each -> Answer.held(holdOf(each))).toList());
    return "";
  }

  private String tried(List<Placing> asked) {
    List<Answer> told = store().holds().place(asked);
    tried = asked;
    held =
        IntStream.range(0, asked.size())
            .filter(at -> told.get(at).kind() == Answer.Kind.HELD)
            .mapToObj(asked::get)
            .collect(toSet());
    return told.stream().map(answer -> word(answer.kind())).collect(joining(", "));
  }

  private String words(Answer answer) {
    String hold = answer.hold().map(this::words).orElse("");
    return switch (answer.kind()) {
      case HELD -> "held " + hold;
      case PRESENT -> "present " + hold;
      case BUSY -> "busy by " + hold + ": " + answer.reason().orElseThrow();
      case SHORT -> "short of %d and %d".formatted(answer.available(), answer.receivable());
      case REFUSED -> answer.reason().orElseThrow().toString();
      case IN_DOUBT -> "in doubt";
    };
  }

  private String ended(String words) {
    if (words.endsWith(" all")) {
      return endedAll(words.substring(0, words.indexOf(' ')));
    }
    List<Ending> asked = new ArrayList<>();
    String verb = "";
    for (String one : each(words.replaceFirst("^\\w+$", "")).toList()) {
      boolean hasVerb = one.matches("(settle|withdraw|release|seen) .*");
      verb = hasVerb ? one.substring(0, one.indexOf(' ')) : verb;
      asked.add(ending(verb, hasVerb ? one.substring(one.indexOf(' ') + 1) : one));
    }
    try {
      return store().holds().end(asked).stream().map(Scenes::word).collect(joining(", "));
    } catch (IllegalArgumentException impossible) {
      return "impossible";
    }
  }

  /** A long call may say that a hold matched which is not there, but never the other way round. */
  private String endedAll(String verb) {
    List<MatchOutcome> told =
        store().holds().end(tried.stream().map(each -> ending(verb, each)).toList());
    assertThat(told).hasSameSizeAs(tried);
    ended = Optional.of(tried.get(tried.size() - 1));
    String answer =
        IntStream.range(0, tried.size())
            .filter(at -> held.isEmpty() || held.contains(tried.get(at)))
            .mapToObj(at -> Scenes.word(told.get(at)))
            .distinct()
            .collect(joining(", "));
    held = Set.of();
    return answer;
  }

  private static Ending ending(String verb, Placing held) {
    return switch (verb) {
      case "settle" -> settle(held);
      case "withdraw" -> withdraw(held);
      default -> release(held);
    };
  }

  private Ending ending(String verb, String words) {
    String[] knowing = words.split(" knowing ", 2);
    String[] net = knowing[0].split(" by ", 2);
    String[] other = net[0].split(" of ", 2);
    Placing held = placing(other[0]);
    ended = Optional.of(held);
    Hold hold = holdOf(held);
    return switch (verb) {
      case "settle" ->
          Ending.settle(
              held.record(),
              held.claim(),
              held.epoch(),
              net.length == 2 ? HoldWords.number(net[1]) : settle(held).net(),
              knowing.length == 2 ? Optional.of(holdOf(placing(knowing[1]))) : Optional.empty());
      case "seen" ->
          Ending.of(held.claim().target(), other.length == 1 ? hold : of(other[1], hold));
      default -> ending(verb, held);
    };
  }

  /** The hold as it would be of another home, or of another member. */
  private static Hold of(String other, Hold hold) {
    return other.equals("elsewhere")
        ? Copies.with(hold, "home", new Hold.Home("others"))
        : Copies.with(hold, "member", Optional.of(new TransactionId(other)));
  }

  private String stamped(String words) {
    if (words.startsWith("all to ")) {
      return stampedAll(Long.parseLong(words.substring("all to ".length())));
    }
    List<Stamping> asked = new ArrayList<>();
    for (String one : each(words).toList()) {
      String[] parts = one.split(" to ", 2);
      Placing held = placing(parts[0]);
      long to = Long.parseLong(parts[1]);
      String claim = parts[0].substring(parts[0].indexOf(' '));
      say(at(to, held), claim, parts[0].replaceAll("[/@ ].*", ""));
      asked.add(stamping(held, to));
    }
    return store().holds().stamp(asked).stream().map(Scenes::word).collect(joining(", "));
  }

  private String stampedAll(long to) {
    List<Stamping> asked = tried.stream().map(each -> stamping(each, to)).toList();
    held = held.stream().map(each -> at(to, each)).collect(toSet());
    tried = tried.stream().map(each -> at(to, each)).toList();
    return store().holds().stamp(asked).stream().map(Scenes::word).collect(joining(", "));
  }

  private Stamping stamping(Placing held, long to) {
    return new Stamping(held.claim().target(), holdOf(held), epoch(to));
  }

  private String admits(String[] claimAndHold) {
    return String.valueOf(
        placing(claimAndHold[0]).claim().admits(holdOf(placing(claimAndHold[1]))));
  }

  private String found(List<Target> targets) {
    List<Sight> sights = store().holds().find(targets);
    sights.stream()
        .flatMap(sight -> sight.stored().flatMap(Stored::account).stream())
        .forEach(HoldCases::isSound);
    return sights.stream().map(sight -> word(sight.kind())).collect(joining(", "));
  }

  /** The latest of a target is what is found of it. */
  private String latest(String word) {
    Target target = HoldWords.target(word);
    assertThat(store().holds().findLatest(target))
        .isEqualTo(only(store().holds().find(List.of(target))));
    return found(List.of(target));
  }

  /** Accounts come in their order, which documents have not. Each is as it is found meanwhile. */
  private String scanned(String[] words) {
    CollectionName collection = DocumentWords.collection(words[words.length - 1]);
    List<String> shown = new ArrayList<>();
    store()
        .holds()
        .scan(
            collection,
            words.length == 2,
            sight -> {
              Stored there = sight.stored().orElseThrow();
              assertThat(stored(there.target())).contains(there);
              shown.add(words(there.target()));
            });
    return Many.named(
        words[words.length - 1].equals("accounts") ? shown : shown.stream().sorted().toList());
  }

  private Stream<String> selected(String[] words) {
    List<Guard> guards =
        Stream.of(words).skip(2).map(word -> DocumentWords.guard(word).orElseThrow()).toList();
    return store()
        .holds()
        .select(DocumentWords.collection(words[0]), guards, Integer.parseInt(words[1]))
        .stream()
        .map(HoldScenes::words);
  }

  private String collections() {
    List<CollectionName> names = store().holds().collections();
    assertThat(names).isSorted();
    return names.stream().map(HoldScenes::words).sorted().collect(joining(", "));
  }

  // periods

  private String postings(String verb, String[] nameAndWhy) {
    return word(
        store()
            .accounts()
            .changePeriod(
                new PeriodName(nameAndWhy[0]),
                PostingsChange.valueOf(verb.toUpperCase(ROOT)),
                nameAndWhy.length == 2 ? Optional.of(nameAndWhy[1]) : Optional.empty()));
  }

  private String period(PeriodName name) {
    Period period = Period.of(name, fieldsOf(Period.document(name)).orElseThrow()).get();
    return word(period.state())
        + period.closedAt().map(at -> ", closed").orElse("")
        + period.reason().map(why -> ", " + why).orElse("");
  }

  private String periods(String after) {
    return Many.named(
        store()
            .accounts()
            .periods(after.isEmpty() ? Optional.empty() : Optional.of(new PeriodName(after)))
            .stream()
            .map(PeriodName::value)
            .toList());
  }
}
