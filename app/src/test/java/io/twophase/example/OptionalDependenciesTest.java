package io.twophase.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** Of what the application is built with, a host gets only what its pom does not call optional. */
class OptionalDependenciesTest {

  @Test
  void onlyThePortsTheAdaptersAndTheLogsInterfaceReachAHost() throws Exception {
    Document pom =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(Path.of(System.getProperty("twophase.root"), "app", "pom.xml").toFile());
    XPath xpath = XPathFactory.newInstance().newXPath();
    NodeList reaching =
        (NodeList)
            xpath.evaluate(
                "/project/dependencies/dependency[not(optional='true') and not(scope='test')]"
                    + "/artifactId",
                pom,
                XPathConstants.NODESET);
    List<String> names = new ArrayList<>();
    for (int at = 0; at < reaching.getLength(); at++) {
      names.add(reaching.item(at).getTextContent());
    }
    assertThat(names)
        .containsExactlyInAnyOrder(
            "twophase-ports", "twophase-adapter-inmemory", "twophase-adapter-mongo", "slf4j-api");
  }
}
