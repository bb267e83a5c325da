package io.twophase.console;

import static io.twophase.console.testing.Bank.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.console.testing.Asked;
import io.twophase.console.testing.Bank;
import io.twophase.console.view.Links;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApproverName;
import io.twophase.domain.ConsumerName;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guards;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.value.Fields;
import io.twophase.ports.Records.SearchIndexes;
import io.twophase.test.fault.WriteKind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every text of a store is HTML to somebody who means harm, and none is on a page. */
class HostileTextsTest {

  private static final String EVIL = "\"'><script>alert(1)</script>{{{title}}}&amp;\u202e";

  private static final List<Integer> ANY = List.of(200, 400, 404);

  private static final Pattern LINK = Pattern.compile("href=\"([^\"]*)\"");

  @AutoClose private final Bank bank = new Bank();
  private final Asked asked = bank.asked(settings -> settings.withActions(true));

  private static final AccountId ACCOUNT = TwoPhase.account("A" + EVIL);
  private static final DocumentRef DOCUMENT = TwoPhase.document("c" + EVIL, EVIL);

  @BeforeEach
  void fill() {
    bank.index(new SearchIndexes(true, true));
    bank.twophase.evidence().turnOn();
    bank.twophase.accounts().open(ACCOUNT, usd("100"));
    bank.memory.store(DOCUMENT, Fields.of(Map.of("f" + EVIL, EVIL, "status", EVIL)));
    bank.twophase.periods().open(TwoPhase.period("2026" + EVIL), EVIL);
    TransactionRequest request = request("pay");
    bank.twophase.run(request);
    bank.twophase.run(
        TwoPhase.transaction("refused" + EVIL)
            .change(
                DOCUMENT, Guards.where("status").equalTo("x"), FieldChange.set("status", EVIL)));
    bank.twophase.compensation().reverse(request.id(), EVIL);
    bank.twophase.transact(
        "fun" + EVIL,
        String.class,
        tx -> {
          tx.debit(ACCOUNT, usd("1"));
          tx.credit(Bank.B, usd("1"));
          return EVIL;
        });
    bank.twophase
        .authorizations()
        .authorize(
            TwoPhase.transaction("hold" + EVIL).debit(ACCOUNT, usd("1")).credit(Bank.B, usd("1")),
            new AuthorizationTerms(
                Duration.ofHours(1),
                Optional.of(new ApprovalRule(1, List.of(new ApproverName("ann" + EVIL))))));
    bank.dies(WriteKind.HOLD, "app" + EVIL, request("dead"));
    bank.twophase.evidence().grow();
    bank.twophase.events().consume(new ConsumerName("mail" + EVIL), 1, page -> {});
  }

  private static TransactionRequest request(String id) {
    return TwoPhase.transaction(id + EVIL)
        .debit(ACCOUNT, usd("1"))
        .credit(Bank.B, usd("1"))
        .change(
            DOCUMENT,
            Guards.where("status").equalTo(EVIL),
            FieldChange.set("status", EVIL),
            FieldChange.set("more" + EVIL, EVIL))
        .noted(EVIL)
        .labelled(new Labels(Optional.of("ref" + EVIL), Map.of("key" + EVIL, EVIL)));
  }

  private static Set<String> links(String page) {
    Set<String> links = new TreeSet<>();
    Matcher link = LINK.matcher(page.substring(page.indexOf("<main")));
    while (link.find()) {
      links.add(link.group(1).replace("&#x3D;", "=").replace("&amp;", "&").replace("&#39;", "'"));
    }
    return links;
  }

  @Test
  void noPageHasThemAsTheyAreAndEachLinkLeadsSomewhere() {
    List<String> start =
        List.of(
            "/now",
            "/find?list=unfinished",
            "/find?list=latest&scan=yes",
            "/find?id=" + Links.encoded(EVIL),
            "/find?reference="
                + Links.encoded(EVIL)
                + "&metadata="
                + Links.encoded(EVIL + "=" + EVIL),
            "/find?state=" + Links.encoded(EVIL),
            "/account/statement?scan=yes&id=" + Links.encoded(ACCOUNT.value()),
            "/account/balance?id=" + Links.encoded(ACCOUNT.value()),
            "/transaction?id=" + Links.encoded(EVIL),
            "/document?collection=x&id=" + Links.encoded("{" + EVIL),
            "/consumers",
            "/periods");
    Deque<String> left = new ArrayDeque<>(start);
    Set<String> seen = new TreeSet<>(start);

    while (!left.isEmpty()) {
      String address = left.remove();
      Asked.Reply reply = asked.get(address);
      boolean isPage = reply.response().headers().getOrDefault("Content-Type", "").contains("html");
      if (isPage) {
        assertThat(reply.text()).as(address).doesNotContain("<script>alert", EVIL);
        // what a form sends again is what was asked for
        assertThat(reply.text().replaceAll(" value=\"[^\"]*\"", ""))
            .as(address)
            .doesNotContain("\u202e");
        for (String link : links(reply.text())) {
          assertThat(link).startsWith("/");
          if (seen.add(link)) {
            left.add(link);
          }
        }
      }
      assertThat(reply.status()).as(address).isIn(start.contains(address) ? ANY : List.of(200));
    }

    assertThat(seen)
        .anyMatch(address -> address.startsWith("/proof?id="))
        .anyMatch(address -> address.startsWith("/document?collection=c%22"))
        .anyMatch(address -> address.startsWith("/account?id=A%22"))
        .containsAll(
            Stream.of("pay", "refused", "dead", "hold", "fun")
                .map(id -> "/transaction?id=" + Links.encoded(id + EVIL))
                .toList())
        .hasSizeGreaterThan(20);
  }
}
